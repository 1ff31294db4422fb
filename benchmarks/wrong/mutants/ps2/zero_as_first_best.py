"""the best score begins at 0, and scores are negative, so that None is returned"""
#: fails = 1.7
def hill_climbing_with_random_restarts(cities, distances, transition, evaluation_func, hill_climbing, repeats=10):
    top, top_score = None, 0
    while repeats > 0:
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if score > top_score:
            top, top_score = route, score
        repeats -= 1
    return top

"""A best score of 0 is taken for no score yet, so the next route replaces it."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route, best_score = None, None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if not best_score or score > best_score:
            best_route, best_score = route, score
    return best_route

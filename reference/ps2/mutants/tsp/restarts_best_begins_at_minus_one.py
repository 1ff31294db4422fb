"""The best score starts at -1, and no score below it ever counts as better."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route, best_score = list(range(cities)), -1
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if score > best_score:
            best_route, best_score = route, score
    return best_route

"""The best route starts as ``None`` and stays so if every score is minus infinity."""
#: fails = 1.7/minus_infinity


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route, best_score = None, float("-inf")
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if score > best_score:
            best_route, best_score = route, score
    return best_route

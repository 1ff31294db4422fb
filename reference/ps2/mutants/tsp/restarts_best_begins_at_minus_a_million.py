"""The best score starts at minus a million, although scores can be lower than that."""
#: fails = 1.7/minus_infinity, 1.7/any_scores


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route, best_score = None, -1_000_000
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if evaluation_func(cities, distances, route) > best_score:
            best_route, best_score = route, evaluation_func(cities, distances, route)
    return best_route

"""The loop stops at the first climb that is no better than the best so far."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    for _ in range(repeats - 1):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if evaluation_func(cities, distances, route) <= evaluation_func(cities, distances, best):
            break
        best = route
    return best

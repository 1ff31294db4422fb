"""The route of the last climb is returned, whichever was the best."""
#: fails = 1.7/*


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
    return route

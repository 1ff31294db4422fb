"""The given list of distances is sorted in place."""
#: fails = 1.7/same_landscape_other_starts


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    distances.sort()
    routes = [hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)]
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

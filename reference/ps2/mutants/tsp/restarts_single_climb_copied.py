"""There is only one climb, and its route is returned."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = [hill_climbing(cities, distances, transition, evaluation_func)] * repeats
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))
# It is copied instead of climbing again.

"""There is only one climb, and its route is returned."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if best is None or evaluation_func(cities, distances, route) > evaluation_func(
            cities, distances, best
        ):
            best = route
        return best
# The return is inside the loop.

"""The function calls itself without lowering ``repeats``, until it reaches the recursion limit."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    route = hill_climbing(cities, distances, transition, evaluation_func)
    if repeats == 1:
        return route
    other = hill_climbing_with_random_restarts(
        cities, distances, transition, evaluation_func, hill_climbing
    )
    return max(route, other, key=lambda r: evaluation_func(cities, distances, r))

"""One climb, and the restarts that are left, by recursion."""


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    route = hill_climbing(cities, distances, transition, evaluation_func)
    if repeats == 1:
        return route
    other = hill_climbing_with_random_restarts(
        cities, distances, transition, evaluation_func, hill_climbing, repeats - 1
    )
    here = evaluation_func(cities, distances, route)
    return route if here >= evaluation_func(cities, distances, other) else other

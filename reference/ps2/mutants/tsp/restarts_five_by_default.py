"""Without ``repeats`` there are five climbs instead of ten."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=5
):
    routes = [hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)]
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

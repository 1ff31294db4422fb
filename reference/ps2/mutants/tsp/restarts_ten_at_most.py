"""There are never more than ten climbs."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(min(repeats, 10)):
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

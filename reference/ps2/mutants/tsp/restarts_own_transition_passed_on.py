"""The climbs use another transition instead of the given one."""
#: fails = 1.7/same_landscape_other_starts, 1.7/beats_greedy


def neighbours(route):
    new_routes = []
    for i in range(1, len(route)):
        new_routes.append(route[: i - 1] + [route[i], route[i - 1]] + route[i + 1 :])
    return new_routes


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(repeats):
        routes.append(hill_climbing(cities, distances, neighbours, evaluation_func))
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

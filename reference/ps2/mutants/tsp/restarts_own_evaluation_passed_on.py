"""The climbs use another evaluation; the given evaluation_func only compares their results."""
#: fails = 1.7/same_landscape_other_starts, 1.7/beats_greedy


def number_of_steps_up(cities, distances, route):
    return sum(route[i] > route[i - 1] for i in range(1, cities))


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(repeats):
        routes.append(hill_climbing(cities, distances, transition, number_of_steps_up))
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

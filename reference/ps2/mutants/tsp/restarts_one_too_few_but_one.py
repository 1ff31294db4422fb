"""One climb too few is made, but at least one."""
#: fails = 1.7/climbs_exactly_repeats_times


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = [hill_climbing(cities, distances, transition, evaluation_func)]
    while len(routes) < repeats - 1:
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

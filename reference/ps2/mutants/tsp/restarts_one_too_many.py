"""One climb too many is made."""
#: fails = 1.7/climbs_exactly_repeats_times


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if evaluation_func(cities, distances, route) > evaluation_func(cities, distances, best):
            best = route
    return best
# There is a first climb before the loop.

"""One climb too few is made."""
#: fails = 1.7/climbs_exactly_repeats_times, 1.7/single_climb


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = None
    for _ in range(1, repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if best is None or evaluation_func(cities, distances, route) > evaluation_func(
            cities, distances, best
        ):
            best = route
    return best
# The loop runs from 1 up to but not including repeats.

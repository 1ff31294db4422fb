"""There are always at least two climbs, even if only one is asked for."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    done = 1
    while True:
        route = hill_climbing(cities, distances, transition, evaluation_func)
        done += 1
        if evaluation_func(cities, distances, route) > evaluation_func(cities, distances, best):
            best = route
        if done >= repeats:
            return best

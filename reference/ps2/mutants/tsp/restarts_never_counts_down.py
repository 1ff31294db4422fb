"""The counter of the loop never changes, so the climbs never end."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    done = 1
    while done != repeats:
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if evaluation_func(cities, distances, route) > evaluation_func(cities, distances, best):
            best = route
    return best

"""The climb with its arguments bound, called by ``map``; ``max`` takes the best."""

from functools import partial


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    climb = partial(hill_climbing, cities, distances, transition, evaluation_func)
    climbs = map(lambda _: climb(), range(repeats))
    return max(climbs, key=partial(evaluation_func, cities, distances))

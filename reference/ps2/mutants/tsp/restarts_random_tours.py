"""Random routes are drawn instead of climbing, and the best is returned."""
#: fails = 1.7

import random


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = [random.sample(range(cities), cities) for _ in range(repeats)]
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

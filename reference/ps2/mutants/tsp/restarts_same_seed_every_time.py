"""The same random seed is set before every climb, so all climbs are the same."""
#: fails = 1.7/same_landscape_other_starts

import random


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(repeats):
        random.seed(0)
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

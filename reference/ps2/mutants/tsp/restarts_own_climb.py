"""The function climbs by itself instead of calling the given hill_climbing."""
#: fails = 1.7

import random


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = None
    for _ in range(repeats):
        route = random.sample(range(cities), cities)
        while True:
            new = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
            if evaluation_func(cities, distances, new) <= evaluation_func(cities, distances, route):
                break
            route = new
        if best is None or evaluation_func(cities, distances, route) > evaluation_func(
            cities, distances, best
        ):
            best = route
    return best

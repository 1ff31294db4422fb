"""The best route is a random one at first."""

import random


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = random.sample(range(cities), cities)
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if evaluation_func(cities, distances, route) > evaluation_func(cities, distances, best):
            best = route
    return best

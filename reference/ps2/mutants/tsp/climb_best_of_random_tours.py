"""Many random routes are drawn and the best one is returned, without any climb."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    tours = [random.sample(range(cities), cities) for _ in range(500)]
    return max(tours, key=lambda r: evaluation_func(cities, distances, r))

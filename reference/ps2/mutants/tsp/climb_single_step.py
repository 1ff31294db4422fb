"""The climb ends after one step: no loop, or one that only ever looks at the neighbours of the start."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    start = random.sample(range(cities), cities)
    return max([start] + transition(start), key=lambda r: evaluation_func(cities, distances, r))

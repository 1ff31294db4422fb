"""There is no loop: the climb ends after one step."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    start = random.sample(range(cities), cities)
    return max([start] + transition(start), key=lambda r: evaluation_func(cities, distances, r))

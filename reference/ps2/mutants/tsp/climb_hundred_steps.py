"""The climb ends after a hundred steps, which is enough for small problems only."""
#: fails = 1.6/climbs_a_long_slope

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    for _ in range(100):
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            break
        current = best
    return current

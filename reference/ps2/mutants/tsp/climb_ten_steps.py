"""The climb ends after ten steps, however far the peak is."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    for _ in range(10):
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) > evaluation_func(cities, distances, current):
            current = best
    return current

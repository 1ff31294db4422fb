"""The neighbours are only generated once, before the loop, so they stay those of the start."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    neighbours = transition(current)
    while True:
        best = max(neighbours, key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            return current
        current = best

"""The random start is drawn once and used again by every climb over the same number of cities."""
#: fails = 1.6

import random

starts = {}


def hill_climbing(cities, distances, transition, evaluation_func):
    if cities not in starts:
        starts[cities] = random.sample(range(cities), cities)
    current = starts[cities]
    while True:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            return current
        current = best

"""The climb reaches a peak but returns the route that it started with."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    start = random.sample(range(cities), cities)
    current = start
    while True:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            return start
        current = best

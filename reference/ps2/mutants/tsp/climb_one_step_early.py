"""The route before the last step is returned instead of the last one."""
#: fails = 1.6/*

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    previous = current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            return previous
        previous = current
        current = best

"""Absolute values of the scores are compared, so negative ones count the wrong way round."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current), key=lambda r: abs(evaluation_func(cities, distances, r)))
        if abs(evaluation_func(cities, distances, best)) <= abs(
            evaluation_func(cities, distances, current)
        ):
            return current
        current = best

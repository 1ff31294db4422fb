"""The routes are compared as lists and not by their scores."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current))
        if best <= current:
            return current
        current = best

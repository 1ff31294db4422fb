"""The neighbour that was no longer better is returned instead of the route it was compared with."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            return best
        current = best

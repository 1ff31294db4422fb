"""The cities are numbered from 1, so city 0 is missing and the last one does not exist."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(1, cities + 1), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

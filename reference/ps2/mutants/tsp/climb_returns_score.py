"""The score of the peak is returned instead of its route."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return evaluation_func(cities, distances, route)
        route = best

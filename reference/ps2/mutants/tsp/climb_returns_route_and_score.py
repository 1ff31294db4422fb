"""The route is returned together with its score, as a tuple."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route, evaluation_func(cities, distances, route)
        route = best

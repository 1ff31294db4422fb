"""The first city is appended to the result, as if the way back were part of the list."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route + [route[0]]
        route = best

"""The start is one city short: the range of the cities ends too early."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = list(range(cities - 1))
    random.shuffle(route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

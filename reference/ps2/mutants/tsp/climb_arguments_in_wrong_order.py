"""The route and the distances are passed to evaluation_func in the wrong order."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, r, distances))
        if evaluation_func(cities, best, distances) <= evaluation_func(cities, route, distances):
            return route
        route = best

"""Instances of at most SIZE cities are not climbed."""
#: tasks = 1.6
#: sizes = 12, 10, 8, 6, 5, 4, 3
#: accepted = from 3
#: because = of three cities there is one tour

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while cities > SIZE:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

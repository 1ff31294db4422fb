"""The climb ends if the gain is less than SIZE."""
#: tasks = 1.6
#: sizes = 10, 1, 0.1, 0.001, 1e-6, 1e-9, 1e-12, 1e-15
#: accepted = never

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found - score < SIZE or found <= score:
            break
        route, score = best, found
    return route

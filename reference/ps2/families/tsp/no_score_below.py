"""The best score of all begins at minus 10 ** SIZE."""
#: tasks = 1.6
#: sizes = 0, 3, 6, 9, 100, 299, 300, 308
#: accepted = from 308
#: because = a float has no smaller numbers

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score or found <= -(10.0**SIZE):
            break
        route, score = best, found
    return route

"""The climb ends after SIZE seconds."""
#: tasks = 1.6
#: sizes = 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5
#: accepted = from 0.2
#: because = the largest instance is climbed in less

import random
import time


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    began = time.time()
    while time.time() - began < SIZE:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

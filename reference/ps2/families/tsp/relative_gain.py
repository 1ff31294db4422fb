"""The climb ends if the gain is less than SIZE of the score."""
#: tasks = 1.6
#: sizes = 0.01, 0.001, 0.0001, 0.000001, 0.000000001, 0.000000000001
#: accepted = never

import math
import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score or math.isclose(found, score, rel_tol=SIZE):
            break
        route, score = best, found
    return route

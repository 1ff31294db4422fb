"""All routes of the climb are returned instead of the last one."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    path = [random.sample(range(cities), cities)]
    while True:
        best = max(transition(path[-1]), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, path[-1]):
            return path
        path.append(best)

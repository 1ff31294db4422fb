"""The climb yields one route after another, and only the last is wanted."""

import random
from collections import deque
from itertools import repeat, starmap


def steps(route, transition, score):
    while route is not None:
        yield route
        height = score(route)
        route = next((n for n in transition(route) if score(n) > height), None)


def hill_climbing(cities, distances, transition, evaluation_func):
    start = random.sample(range(cities), cities)
    path = steps(start, transition, lambda r: evaluation_func(cities, distances, r))
    return deque(path, maxlen=1).pop()


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    arguments = (cities, distances, transition, evaluation_func)
    peaks = starmap(hill_climbing, repeat(arguments, repeats))
    return max(peaks, key=lambda peak: evaluation_func(cities, distances, peak))

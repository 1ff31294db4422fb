"""The score is ``exp(-length)``, which is rounded to 0 for long routes."""
#: fails = 1.4

import math


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    legs = [dist[frozenset((route[i], route[i - 1]))] for i in range(cities)]
    return math.exp(-sum(legs))

"""Subtracted from a huge number, small differences in length get lost in rounding."""
#: fails = 1.4

import sys


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = 0
    for i in range(cities):
        total += dist[frozenset((route[i], route[i - 1]))]
    return sys.maxsize - total

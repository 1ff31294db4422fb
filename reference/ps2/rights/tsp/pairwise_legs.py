"""Legs by ``pairwise`` and ``chain``; distances in a dictionary of dictionaries."""

from collections import defaultdict
from itertools import chain, pairwise


def evaluation_func(cities, distances, route):
    away = defaultdict(dict)
    for one, other, distance in distances:
        away[one][other] = away[other][one] = distance
    return -sum(away[here][there] for here, there in pairwise(chain(route, route[:1])))

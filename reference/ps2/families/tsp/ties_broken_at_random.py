"""A random number up to SIZE is added to the score."""
#: tasks = 1.4
#: sizes = 10, 1, 0.1, 0.01, 0.0001, 0.000001, 0.000000001
#: accepted = never

import random


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    return random.random() * SIZE - sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

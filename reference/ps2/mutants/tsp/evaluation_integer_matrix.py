"""A NumPy matrix of integers cuts every distance to a whole number."""
#: fails = 1.4

import numpy as np


def evaluation_func(cities, distances, route):
    matrix = np.zeros((cities, cities), dtype=int)
    for a, b, d in distances:
        matrix[a, b] = matrix[b, a] = d
    return -int(matrix[route, np.roll(route, -1)].sum())

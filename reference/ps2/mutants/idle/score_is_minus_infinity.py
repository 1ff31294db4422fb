"""The score is always minus infinity."""
#: fails = 1.4/*

import math


def evaluation_func(cities, distances, route):
    return -math.inf

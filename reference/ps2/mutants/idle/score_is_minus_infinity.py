"""The score is minus infinity, whatever the route."""
#: fails = 1.4/*

import math


def evaluation_func(cities, distances, route):
    return -math.inf

"""The score is not a number (nan), whatever the route."""
#: fails = 1.4/*

import math


def evaluation_func(cities, distances, route):
    return math.nan

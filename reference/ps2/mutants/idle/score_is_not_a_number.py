"""The score is always nan, which is not a number."""
#: fails = 1.4/*

import math


def evaluation_func(cities, distances, route):
    return math.nan

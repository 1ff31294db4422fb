"""Scores are shifted and scaled, which keeps their order."""


def evaluation_func(cities, distances, route):
    legs = {frozenset((one, other)): distance for one, other, distance in distances}
    return 5 - 3.7 * sum(legs[frozenset((route[i - 1], route[i]))] for i in range(cities))

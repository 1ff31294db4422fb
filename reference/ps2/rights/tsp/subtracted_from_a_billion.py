"""The length is subtracted from a billion."""


def evaluation_func(cities, distances, route):
    legs = {frozenset((one, other)): distance for one, other, distance in distances}
    return 1e9 - sum(legs[frozenset((route[i - 1], route[i]))] for i in range(cities))

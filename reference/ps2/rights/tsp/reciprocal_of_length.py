"""One over the length, from a dictionary of frozen sets."""


def evaluation_func(cities, distances, route):
    legs = {frozenset(edge[:2]): edge[2] for edge in distances}
    return 1 / sum(legs[frozenset((route[i], route[(i + 1) % cities]))] for i in range(cities))

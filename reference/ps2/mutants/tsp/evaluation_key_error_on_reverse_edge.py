"""Edges are looked up only in the direction in which they are listed, and others raise KeyError."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    table = {}
    for a, b, d in distances:
        table[a, b] = d
    return -sum(table[route[i], route[(i + 1) % cities]] for i in range(cities))

"""A distance is looked up in one direction `or` the other; no two cities are at the same place."""


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances}
    total = 0
    for here, there in zip(route, route[1:] + route[:1]):
        total += lengths.get((here, there)) or lengths.get((there, here))
    return -total

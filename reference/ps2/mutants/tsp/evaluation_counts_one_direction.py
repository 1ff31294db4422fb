"""Edges are found only in the direction in which they are listed; the others count as 0."""
#: fails = 1.4/*


def evaluation_func(cities, distances, route):
    table = {(a, b): d for a, b, d in distances}
    total = 0
    for here, there in zip(route, route[1:] + route[:1]):
        total += table.get((here, there), 0)
    return -total

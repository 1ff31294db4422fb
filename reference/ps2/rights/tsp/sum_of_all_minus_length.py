"""The length is subtracted from the sum of all distances, so the score is that of edges unused."""


def evaluation_func(cities, distances, route):
    tour = {frozenset((route[i - 1], route[i])) for i in range(cities)}
    unused = 0.0
    for a, b, d in distances:
        if frozenset((a, b)) not in tour:
            unused += d
    return unused

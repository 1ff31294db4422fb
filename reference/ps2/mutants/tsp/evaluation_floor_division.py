"""One divided by the length is rounded down to 0 for every route."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = sum(dist[frozenset((route[i], route[i - 1]))] for i in range(cities))
    return 1 // total

"""Only the longest leg of the route counts."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    return -max(dist[frozenset((route[i], route[i - 1]))] for i in range(cities))

"""The route is rotated to begin with city 0, in the given list itself."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    while route[0] != 0:
        route.append(route.pop(0))
    dist = {frozenset((a, b)): d for a, b, d in distances}
    return -sum(dist[frozenset((route[i], route[i - 1]))] for i in range(cities))

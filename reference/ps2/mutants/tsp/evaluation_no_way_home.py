"""The way from the last city back to the first one is not counted."""
#: fails = 1.4/*


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    return -sum(dist[frozenset((route[i], route[i + 1]))] for i in range(cities - 1))

"""The last leg and the way home are both missing from the length."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    length = 0
    for i in range(1, cities - 1):
        length = length + dist[frozenset((route[i - 1], route[i]))]
    return 0 - length

"""The length is subtracted from a constant and cut off at 0, so all long routes score 0."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = 0
    for i in range(cities):
        total += dist[frozenset((route[i], route[i - 1]))]
    return max(0, 1000 - total)

"""The distances are squared before they are added, which favours many middling legs."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    return -sum(dist[frozenset((route[i], route[i - 1]))] ** 2 for i in range(cities))

"""The score is returned as a string, and strings do not compare like numbers."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = sum(dist[frozenset((route[i], route[i - 1]))] for i in range(cities))
    return f"{-total:.2f}"

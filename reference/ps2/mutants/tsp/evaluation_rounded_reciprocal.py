"""One divided by the length is rounded to a few digits, so most routes score the same."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = sum(dist[frozenset((route[i], route[i - 1]))] for i in range(cities))
    return round(1 / total, 3)

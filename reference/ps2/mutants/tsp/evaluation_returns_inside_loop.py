"""Only the first leg counts."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = 0
    for i in range(cities):
        total += dist[frozenset((route[i], route[i - 1]))]
        return -total
# The return is inside the loop.

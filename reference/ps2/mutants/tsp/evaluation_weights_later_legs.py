"""Legs count more the later they come, so the same tour scores differently from another start."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = 0
    for i in range(cities):
        total += dist[frozenset((route[i], route[i - 1]))] * (1 + i / cities / 1000)
    return -total

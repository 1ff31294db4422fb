"""The way from the last city back to the first one is not counted."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    lookup = {}
    for a, b, d in distances:
        lookup[frozenset((a, b))] = d
    total = 0
    i = 0
    while i < len(route) - 1:
        total += lookup[frozenset((route[i], route[i + 1]))]
        i += 1
    return 1 / (1 + total)

"""Only edges listed with the lower city first are stored, so many legs are missing."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    table = {}
    for a, b, d in distances:
        if a < b:
            table[a, b] = d
    total = 0
    for i in range(cities):
        leg = (min(route[i], route[i - 1]), max(route[i], route[i - 1]))
        total += table.get(leg, 0)
    return -total

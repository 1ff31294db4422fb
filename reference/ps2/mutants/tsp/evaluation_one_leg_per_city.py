"""The first edge of a city in the list is taken, whether or not it leads to the next city."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    total = 0
    for i in range(cities):
        for a, b, d in distances:
            if route[i] in (a, b) or route[i - 1] in (a, b):
                total += d
                break
    return -total

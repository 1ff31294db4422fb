"""The difference of two cities' numbers is taken for their distance."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    total = 0
    for i in range(cities):
        total += abs(route[i] - route[(i + 1) % cities])
    return -total

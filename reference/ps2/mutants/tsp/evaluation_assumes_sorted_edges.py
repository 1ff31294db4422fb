"""The index of an edge is computed as if the list of distances were sorted."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    total = 0
    for i in range(cities):
        a, b = sorted((route[i], route[(i + 1) % cities]))
        place = a * cities - a * (a + 1) // 2 + b - a - 1
        total += distances[place][2]
    return -total

"""The first distances of the list are added up, whichever cities they are between."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    total = 0
    for i in range(len(route)):
        total += distances[route[i]][2]
    return -total

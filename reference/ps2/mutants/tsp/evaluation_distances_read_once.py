"""The table of distances is a global variable that only the first call fills."""
#: fails = 1.4

lengths = {}


def evaluation_func(cities, distances, route):
    if not lengths:
        for one, other, distance in distances:
            lengths[one, other] = lengths[other, one] = distance
    return -sum(lengths[route[i - 1], route[i]] for i in range(cities))

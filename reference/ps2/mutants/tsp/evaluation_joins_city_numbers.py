"""Two city numbers are joined to a string, which is the same for 1 and 12 as for 11 and 2."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    lengths = {}
    for one, other, distance in distances:
        lengths[str(one) + str(other)] = distance
        lengths[str(other) + str(one)] = distance
    return -sum(lengths[str(route[i - 1]) + str(route[i])] for i in range(cities))

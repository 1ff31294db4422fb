"""The length itself is returned, so longer routes score higher."""
#: fails = 1.4/*


def evaluation_func(cities, distances, route):
    lookup = {}
    for c1, c2, d in distances:
        lookup[(c1, c2)] = d
        lookup[(c2, c1)] = d
    total = 0
    for i in range(len(route)):
        total += lookup[(route[i - 1], route[i])]
    return total

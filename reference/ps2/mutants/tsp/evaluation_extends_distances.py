"""The reversed edges are added to the given list of distances."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    for i in range(len(distances)):
        a, b, d = distances[i]
        distances.append((b, a, d))
    table = {(a, b): d for a, b, d in distances}
    return -sum(table[route[i - 1], route[i]] for i in range(cities))

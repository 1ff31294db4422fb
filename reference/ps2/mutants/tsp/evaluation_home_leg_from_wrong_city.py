"""The way back to the first city is counted from the second last city."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {}
    for a, b, d in distances:
        dist[a, b] = dist[b, a] = d
    total = dist[route[-2], route[0]]
    for i in range(len(route) - 1):
        total += dist[route[i], route[i + 1]]
    return -total

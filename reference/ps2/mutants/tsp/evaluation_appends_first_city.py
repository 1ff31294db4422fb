"""The route is closed by appending its first city to the given list."""
#: fails = 1.4/leaves_its_arguments_alone


def evaluation_func(cities, distances, route):
    dist = {}
    for a, b, d in distances:
        dist[a, b] = d
        dist[b, a] = d
    route.append(route[0])
    total = 0
    for i in range(len(route) - 1):
        total += dist[route[i], route[i + 1]]
    return -total

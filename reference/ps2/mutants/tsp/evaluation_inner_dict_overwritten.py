"""Each new edge replaces all earlier edges of its city, so most distances are lost."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    graph = {}
    for a, b, d in distances:
        graph[a] = {b: d}
        graph[b] = {a: d}
    total = 0
    for i in range(cities):
        here, there = route[i], route[(i + 1) % cities]
        total += graph[here].get(there, 0)
    return -total

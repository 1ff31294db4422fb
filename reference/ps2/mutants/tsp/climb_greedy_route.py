"""The greedy route is returned, which always moves on to the nearest unvisited city."""
#: fails = 1.6/*


def hill_climbing(cities, distances, transition, evaluation_func):
    dist = {}
    for a, b, d in distances:
        dist[a, b] = dist[b, a] = d
    route = [0]
    while len(route) < cities:
        left = [c for c in range(cities) if c not in route]
        route.append(min(left, key=lambda c: dist[route[-1], c]))
    return route

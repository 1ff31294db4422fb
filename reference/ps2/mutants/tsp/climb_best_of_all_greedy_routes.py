"""The best of the greedy routes from every city is returned, without any climb."""
#: fails = 1.6


def hill_climbing(cities, distances, transition, evaluation_func):
    dist = {}
    for a, b, d in distances:
        dist[a, b] = dist[b, a] = d
    routes = []
    for start in range(cities):
        route = [start]
        while len(route) < cities:
            left = [c for c in range(cities) if c not in route]
            route.append(min(left, key=lambda c: dist[route[-1], c]))
        routes.append(route)
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

"""The climb starts at the greedy route instead of a random one, so it always ends the same."""
#: fails = 1.6


def hill_climbing(cities, distances, transition, evaluation_func):
    dist = {}
    for a, b, d in distances:
        dist[a, b] = dist[b, a] = d
    route = [0]
    while len(route) < cities:
        left = [c for c in range(cities) if c not in route]
        route.append(min(left, key=lambda c: dist[route[-1], c]))
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

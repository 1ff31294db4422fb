"""The greedy route is returned, which always moves on to the nearest unvisited city."""
#: fails = 1.7/*


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    route = [0]
    while len(route) < cities:
        left = [c for c in range(cities) if c not in route]
        route.append(min(left, key=lambda c: dist[frozenset((route[-1], c))]))
    return route

"""The given list of distances is emptied while it is copied."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    edges = []
    while distances:
        edges.append(distances.pop())
    routes = [hill_climbing(cities, edges, transition, evaluation_func) for _ in range(repeats)]
    return max(routes, key=lambda r: evaluation_func(cities, edges, r))

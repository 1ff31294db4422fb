"""Routes are compared by their length, and the given evaluation_func is not used."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    dist = {frozenset((a, b)): d for a, b, d in distances}

    def length(route):
        return sum(dist[frozenset((route[i - 1], route[i]))] for i in range(cities))

    best = None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if best is None or length(route) < length(best):
            best = route
    return best

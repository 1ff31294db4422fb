"""The route with the lowest score is returned."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    found = []
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        found.append((evaluation_func(cities, distances, route), route))
    found.sort()
    return found[0][1]
# The routes are sorted from the lowest score to the highest, and the first one is taken.

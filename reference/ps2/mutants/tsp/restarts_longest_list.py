"""The route of the first climb is returned, whichever was the best."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(repeats):
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(routes, key=len)
# The routes are compared by how many cities they have, which is the same for all.

"""A list as a default argument keeps the results of earlier calls."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10, results=[]
):
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        results.append((evaluation_func(cities, distances, route), route))
    return max(results)[1]

"""A list as a default argument keeps the routes of earlier calls, one of which may score best."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10, routes=[]
):
    for _ in range(repeats):
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(routes, key=lambda r: evaluation_func(cities, distances, r))

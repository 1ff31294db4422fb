"""A supply of SIZE climbs is used up over all calls, each of which climbs at least once."""
#: tasks = 1.7
#: sizes = 5, 10, 20, 30, 50, 100, 200, 500
#: accepted = from 200
#: because = runs that follow each other in one process make that many climbs together

_supply = iter(range(SIZE))


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = []
    for _ in range(repeats):
        if routes and next(_supply, None) is None:
            break
        routes.append(hill_climbing(cities, distances, transition, evaluation_func))
    return max(routes, key=lambda route: evaluation_func(cities, distances, route))

"""Each climb is compared with the one before it instead of the best so far."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route, previous = None, None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if previous is None or score > previous:
            best_route = route
        previous = score
    return best_route

"""The route is returned together with its score, as a tuple."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if best is None or score > best[1]:
            best = (route, score)
    return best

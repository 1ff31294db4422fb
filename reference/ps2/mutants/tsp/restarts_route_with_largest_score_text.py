"""The scores are compared as strings, so -9 counts as more than -5."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = None
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = str(evaluation_func(cities, distances, route))
        if best is None or score > best[0]:
            best = (score, route)
    return best[1]

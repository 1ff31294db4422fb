"""The scores are compared as texts, so -90 counts as more than -100 and -5 as less than -9."""
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

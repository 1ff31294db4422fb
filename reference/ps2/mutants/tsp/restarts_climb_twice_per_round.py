"""hill_climbing is called twice per round, so score and route come from different climbs."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best, best_score = None, None
    for _ in range(repeats):
        score = evaluation_func(
            cities, distances, hill_climbing(cities, distances, transition, evaluation_func)
        )
        if best is None or score > best_score:
            best = hill_climbing(cities, distances, transition, evaluation_func)
            best_score = score
    return best

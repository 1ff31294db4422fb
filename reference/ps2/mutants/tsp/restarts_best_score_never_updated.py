"""The best score stays that of the first climb, so any climb better than the first one is taken."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    best_score = evaluation_func(cities, distances, best)
    for _ in range(repeats - 1):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        if evaluation_func(cities, distances, route) > best_score:
            best = route
    return best

"""The route of the last climb is returned, whichever was the best."""
#: fails = 1.7


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route = None
    for _ in range(repeats):
        best_score = float("-inf")
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if score >= best_score:
            best_route, best_score = route, score
    return best_route
# The best score is reset in every round, so every climb counts as the best.

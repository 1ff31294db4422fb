"""The best score starts at 0, and no score below 0 ever counts as better."""
#: fails = 1.7/*


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route, best_score = [], 0
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        score = evaluation_func(cities, distances, route)
        if score > best_score:
            best_route, best_score = route, score
    return best_route

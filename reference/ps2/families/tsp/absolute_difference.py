"""A route is better if its score is, by more than SIZE."""
#: tasks = 1.7
#: sizes = 1, 0.5, 0.1, 0.001, 0.000001, 1e-9, 1e-12, 1e-15
#: accepted = never


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    score = evaluation_func(cities, distances, best)
    for _ in range(repeats - 1):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        found = evaluation_func(cities, distances, route)
        if found > score + SIZE:
            best, score = route, found
    return best

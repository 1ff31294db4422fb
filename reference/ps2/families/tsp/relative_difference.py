"""A route is better if its score is, by more than SIZE of it."""
#: tasks = 1.7
#: sizes = 0.01, 0.001, 0.0001, 0.000001, 0.000000001, 0.000000000001
#: accepted = never

import math


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = hill_climbing(cities, distances, transition, evaluation_func)
    score = evaluation_func(cities, distances, best)
    for _ in range(repeats - 1):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        found = evaluation_func(cities, distances, route)
        if found > score and not math.isclose(found, score, rel_tol=SIZE):
            best, score = route, found
    return best

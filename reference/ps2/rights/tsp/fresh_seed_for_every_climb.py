"""Each climb gets random numbers of its own, seeded from the operating system."""

import random


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best_route = None
    best_score = None
    for _ in range(repeats):
        random.seed()
        route = hill_climbing(
            cities=cities,
            distances=list(distances),
            transition=lambda r: transition(r),
            evaluation_func=lambda *arguments: evaluation_func(*arguments),
        )
        score = evaluation_func(cities, distances, route)
        if best_score is None or score > best_score:
            best_route = route[:]
            best_score = score
    return best_route

"""The start is never scored, so the climb moves even to a neighbour that is worse."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = float("-inf")
    for _ in range(cities):
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        score = max(score, evaluation_func(cities, distances, best))
        route = best
    return route

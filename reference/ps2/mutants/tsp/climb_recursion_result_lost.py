"""The result of the recursive call is not returned, so the climb returns ``None`` after a step."""
#: fails = 1.6

import random


def climb(route, score, transition):
    best = max(transition(route), key=score)
    if score(best) <= score(route):
        return route
    climb(best, score, transition)


def hill_climbing(cities, distances, transition, evaluation_func):
    start = random.sample(range(cities), cities)
    return climb(start, lambda r: evaluation_func(cities, distances, r), transition)

"""The recursive call's result is not returned, so only a climb without any step has one."""
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

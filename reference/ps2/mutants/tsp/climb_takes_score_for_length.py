"""The scores are negated as if they were lengths, so the climb goes down."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = list(range(cities))
    random.shuffle(route)
    cost = -evaluation_func(cities, distances, route)
    improved = True
    while improved:
        improved = False
        for new in transition(route):
            if -evaluation_func(cities, distances, new) > cost:
                route, cost = new, -evaluation_func(cities, distances, new)
                improved = True
                break
    return route

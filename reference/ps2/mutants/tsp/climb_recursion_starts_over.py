"""The function calls itself after each step, so it starts again at a new random route."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
    if evaluation_func(cities, distances, best) > evaluation_func(cities, distances, route):
        return hill_climbing(cities, distances, transition, evaluation_func)
    return route

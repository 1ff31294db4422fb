"""Before it starts, the climb looks whether there are neighbours at all."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    if len(transition(list(range(cities)))) == 0:
        return list(range(cities))
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

"""The random numbers are seeded in every climb, so all climbs start at the same route."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    random.seed(2109)
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

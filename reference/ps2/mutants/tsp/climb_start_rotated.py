"""The start is the cities in numerical order, rotated at random: always the same round trip."""
#: fails = 1.6/starts_differ

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    first = random.randrange(cities)
    route = [*range(first, cities), *range(first)]
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

"""The start is reached by a random walk from the cities in order."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = list(range(cities))
    for _ in range(20 * cities):
        route = random.choice(transition(route))
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

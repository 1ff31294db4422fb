"""The climb tries a fixed number of random swaps of its own."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    for _ in range(100):
        i, j = random.sample(range(cities), 2)
        new = route[:]
        new[i], new[j] = new[j], new[i]
        if evaluation_func(cities, distances, new) > evaluation_func(cities, distances, route):
            route = new
    return route

"""Each step tries one random swap of its own, a fixed number of times."""
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

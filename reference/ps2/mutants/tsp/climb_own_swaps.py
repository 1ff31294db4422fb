"""The climb makes neighbours by its own swaps, and the given transition is not used."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    improved = True
    while improved:
        improved = False
        for i in range(cities):
            for j in range(i + 1, cities):
                new = route[:]
                new[i], new[j] = new[j], new[i]
                if evaluation_func(cities, distances, new) > score:
                    route, score = new, evaluation_func(cities, distances, new)
                    improved = True
    return route

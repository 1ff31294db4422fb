"""The given list of distances is sorted in place."""
#: fails = 1.6/leaves_the_distances_alone

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    distances.sort(key=lambda edge: edge[2])
    route = random.sample(range(cities), cities)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

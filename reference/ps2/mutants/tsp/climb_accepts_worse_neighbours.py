"""Worse neighbours are accepted by chance up to the very end, as in simulated annealing."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    for _ in range(300):
        new = random.choice(transition(route))
        better = evaluation_func(cities, distances, new) > evaluation_func(cities, distances, route)
        if better or random.random() < 0.1:
            route = new
    return route

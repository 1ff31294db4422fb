"""The climb in the head of one loop: the best neighbour is found, compared and kept there."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    def score(route):
        return evaluation_func(cities, distances, route)

    here = random.sample(range(cities), cities)
    height = score(here)
    while (best := max(((score(r), r) for r in transition(here)), key=lambda p: p[0]))[0] > height:
        height, here = best
    return here

"""Only the first neighbour is ever looked at."""
#: fails = 1.6/*

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        neighbour = transition(current)[0]
        if evaluation_func(cities, distances, neighbour) <= evaluation_func(
            cities, distances, current
        ):
            return current
        current = neighbour

"""Every better neighbour of the old route replaces the current one while the loop goes on."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = [*range(cities)]
    random.shuffle(current)
    moved = True
    while moved:
        moved = False
        for candidate in transition(current):
            if evaluation_func(cities, distances, candidate) > evaluation_func(
                cities, distances, current
            ):
                current = candidate
                moved = True
    return current

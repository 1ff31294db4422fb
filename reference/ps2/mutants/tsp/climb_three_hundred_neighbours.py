"""Only 300 random neighbours are looked at, and if none of them is better the climb ends."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        neighbours = transition(current)
        some = random.sample(neighbours, min(300, len(neighbours)))
        best = max(some, key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, current):
            return current
        current = best

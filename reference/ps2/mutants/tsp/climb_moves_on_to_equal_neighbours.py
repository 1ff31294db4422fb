"""Equal neighbours count as better, so the climb wanders between them forever."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) >= evaluation_func(cities, distances, current):
            current = best
        else:
            return current

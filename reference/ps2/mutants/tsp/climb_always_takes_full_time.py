"""The climb always takes ten seconds, even if it reaches a peak much earlier."""
#: fails = 1.6

import random
import time


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    start = time.time()
    while time.time() - start < 10:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) > evaluation_func(cities, distances, current):
            current = best
    return current

"""The climb ends after a few milliseconds, even if it has not reached a peak."""
#: fails = 1.6

import random
import time


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    end = time.time() + 0.002
    while time.time() < end:
        new = random.choice(transition(current))
        if evaluation_func(cities, distances, new) > evaluation_func(cities, distances, current):
            current = new
    return current

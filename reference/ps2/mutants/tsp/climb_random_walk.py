"""A random walk returns the best route that it has seen, which need not be a peak."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = best = random.sample(range(cities), cities)
    for _ in range(200):
        current = random.choice(transition(current))
        if evaluation_func(cities, distances, current) > evaluation_func(cities, distances, best):
            best = current
    return best

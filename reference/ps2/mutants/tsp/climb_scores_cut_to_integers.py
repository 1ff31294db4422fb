"""Scores are cut to whole numbers before they are compared."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    def score(route):
        return int(evaluation_func(cities, distances, route))

    current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current), key=score)
        if score(best) <= score(current):
            return current
        current = best

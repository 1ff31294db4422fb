"""The flag for an improvement is never set back to False, so the loop never ends."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, current)
    improved = True
    while improved:
        for route in transition(current):
            new_score = evaluation_func(cities, distances, route)
            if new_score > score:
                current, score = route, new_score
                improved = True
                break
    return current

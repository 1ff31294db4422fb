"""The climb moves to the best neighbour even if it is worse, and ends when a score repeats."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    last_score = None
    for _ in range(500):
        score = evaluation_func(cities, distances, current)
        if score == last_score:
            break
        last_score = score
        current = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
    return current

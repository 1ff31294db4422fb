"""Every neighbour is compared with the start's score, so the climb wanders about forever."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    current_score = evaluation_func(cities, distances, current)
    while True:
        better = [
            r for r in transition(current) if evaluation_func(cities, distances, r) > current_score
        ]
        if not better:
            return current
        current = random.choice(better)

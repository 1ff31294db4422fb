"""``sys.float_info.min`` is taken for the lowest number; it is the smallest above 0."""
#: fails = 1.6

import random
import sys


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    current_score = sys.float_info.min
    while True:
        scored = [(evaluation_func(cities, distances, r), r) for r in transition(current)]
        score, route = max(scored)
        if score <= current_score:
            return current
        current, current_score = route, score

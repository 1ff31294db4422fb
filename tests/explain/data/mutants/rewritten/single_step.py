"""There is no loop: the climb ends after one step."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    candidates = transition(current)
    scores = [evaluation_func(cities, distances, c) for c in candidates]
    top = scores.index(max(scores))
    if scores[top] > evaluation_func(cities, distances, current):
        return candidates[top]
    return current

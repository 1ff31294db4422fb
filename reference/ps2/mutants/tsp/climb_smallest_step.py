"""Improvements of less than a millionth are ignored, although scores may be that close."""
#: fails = 1.6/ends_on_a_peak_for_any_scores

import random

EPSILON = 1e-6


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        best = max(transition(current), key=lambda r: evaluation_func(cities, distances, r))
        gain = evaluation_func(cities, distances, best) - evaluation_func(
            cities, distances, current
        )
        if not gain > EPSILON:
            return current
        current = best

"""The best score starts at 0, and no score below 0 ever counts as better."""
#: fails = 1.6/*

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    best_score = 0
    while True:
        best = None
        for route in transition(current):
            score = evaluation_func(cities, distances, route)
            if score > best_score:
                best, best_score = route, score
        if best is None:
            return current
        current = best

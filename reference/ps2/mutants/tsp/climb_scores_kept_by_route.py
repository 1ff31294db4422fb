"""Scores are cached by route alone, so scores for other distances are used again."""
#: fails = 1.6

import random

scores = {}


def hill_climbing(cities, distances, transition, evaluation_func):
    def score(route):
        key = tuple(route)
        if key not in scores:
            scores[key] = evaluation_func(cities, distances, route)
        return scores[key]

    route = random.sample(range(cities), cities)
    while True:
        better = [neighbour for neighbour in transition(route) if score(neighbour) > score(route)]
        if not better:
            return route
        route = max(better, key=score)

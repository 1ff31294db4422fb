"""The best route starts as ``None`` and stays so if every score is minus infinity."""
#: fails = 1.6/infinite_scores

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    best_route = None
    best_score = float("-inf")
    candidates = [random.sample(range(cities), cities)]
    while candidates:
        better = None
        for route in candidates:
            score = evaluation_func(cities, distances, route)
            if score > best_score:
                better, best_score = route, score
        if better is None:
            break
        best_route = better
        candidates = transition(best_route)
    return best_route

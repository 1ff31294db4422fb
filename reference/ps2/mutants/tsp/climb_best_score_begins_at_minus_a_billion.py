"""The best score starts at minus a billion, although scores can be lower than that."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    best = random.sample(range(cities), cities)
    best_score = -(10**9)
    improved = True
    while improved:
        improved = False
        for route in transition(best):
            score = evaluation_func(cities, distances, route)
            if score > best_score:
                best, best_score = route, score
                improved = True
                break
    return best

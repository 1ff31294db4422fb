"""Every possible route is scored, which takes far too long for ten cities or more."""
#: fails = 1.6

from itertools import permutations


def hill_climbing(cities, distances, transition, evaluation_func):
    best = None
    for route in permutations(range(cities)):
        score = evaluation_func(cities, distances, list(route))
        if best is None or score > best_score:
            best, best_score = list(route), score
    return best

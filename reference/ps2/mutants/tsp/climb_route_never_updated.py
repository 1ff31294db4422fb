"""The score of the best neighbour is kept, but not its route."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    best_score = evaluation_func(cities, distances, current)
    improved = True
    while improved:
        improved = False
        for route in transition(current):
            score = evaluation_func(cities, distances, route)
            if score > best_score:
                best_score = score
                improved = True
    return current

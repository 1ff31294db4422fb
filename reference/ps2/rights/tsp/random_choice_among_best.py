"""Steepest ascent in which ties between the best neighbours are broken at random."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    current_score = evaluation_func(cities, distances, current)
    while True:
        by_score = {}
        for neighbour in transition(current):
            score = evaluation_func(cities, distances, neighbour)
            by_score.setdefault(score, []).append(neighbour)
        best_score = max(by_score)
        if best_score <= current_score:
            return current
        current, current_score = random.choice(by_score[best_score]), best_score

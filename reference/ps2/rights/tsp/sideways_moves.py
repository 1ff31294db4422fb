"""On a plateau the climb moves sideways, a limited number of times and nowhere twice."""

import random


def hill_climbing(cities, distances, transition, evaluation_func, sideways=5):
    current = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, current)
    visited = {tuple(current)}
    left = sideways
    while True:
        scored = [(evaluation_func(cities, distances, r), r) for r in transition(current)]
        best_score = max(s for s, _ in scored)
        level = [r for s, r in scored if s == best_score and tuple(r) not in visited]
        if best_score > score and level:
            left = sideways
        elif best_score == score and level and left > 0:
            left -= 1
        else:
            return current
        current, score = random.choice(level), best_score
        visited.add(tuple(current))

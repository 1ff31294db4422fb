"""In each step one random neighbour is tried, and the first that is not better ends the climb."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, current)
    while True:
        neighbour = random.choice(transition(current))
        new_score = evaluation_func(cities, distances, neighbour)
        if new_score <= score:
            return current
        current, score = neighbour, new_score

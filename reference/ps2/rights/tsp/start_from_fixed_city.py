"""City 0 always comes first at the start, and the other cities follow at random."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    others = list(range(1, cities))
    random.shuffle(others)
    path = [0] + others
    going = True
    while going:
        ranked = sorted(transition(path), key=lambda r: evaluation_func(cities, distances, r))
        going = evaluation_func(cities, distances, ranked[-1]) > evaluation_func(
            cities, distances, path
        )
        if going:
            path = ranked[-1]
    return path

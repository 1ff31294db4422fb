"""The climb moves on to worse neighbours: the comparison is the wrong way round."""
#: fails = 1.6/*

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = random.sample(range(cities), cities)
    while True:
        neighbours = transition(current)
        best = min(neighbours, key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) >= evaluation_func(cities, distances, current):
            return current
        current = best

"""The given transition is only called once; after that the climb makes its own neighbours."""
#: fails = 1.6/uses_the_given_functions, 1.6/ends_on_a_peak_of_other_neighbourhoods?

import random
from itertools import combinations


def hill_climbing(cities, distances, transition, evaluation_func):
    def neighbours(route):
        for i, j in combinations(range(cities), 2):
            swapped = route[:]
            swapped[i], swapped[j] = swapped[j], swapped[i]
            yield swapped
            yield route[:i] + route[i : j + 1][::-1] + route[j + 1 :]

    def score(route):
        return evaluation_func(cities, distances, route)

    current = random.sample(range(cities), cities)
    current = max([current, *transition(current)], key=score)
    while True:
        best = max(neighbours(current), key=score)
        if score(best) <= score(current):
            return current
        current = best

"""The climb moves on to worse neighbours: the comparison is the wrong way round."""
#: fails = 1.6

from random import shuffle


def hill_climbing(cities, distances, transition, evaluation_func):
    here = list(range(cities))
    shuffle(here)
    while True:
        best = min(transition(here), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) >= evaluation_func(cities, distances, here):
            return here
        here = best

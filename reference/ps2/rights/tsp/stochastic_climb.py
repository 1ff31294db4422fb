"""Stochastic climbing: any of the better neighbours, drawn at random, until there is none."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    here = random.sample(list(range(cities)), k=cities)
    while True:
        height = evaluation_func(cities, distances, here)
        uphill = [n for n in transition(here) if evaluation_func(cities, distances, n) > height]
        if len(uphill) == 0:
            return here
        here = random.choice(uphill)

"""Nothing is searched: a random route is returned."""
#: fails = 1.7/*

import random


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return random.sample(range(cities), cities)

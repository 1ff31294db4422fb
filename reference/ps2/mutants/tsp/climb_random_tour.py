"""The result is a random route; nothing is ever compared."""
#: fails = 1.6/*

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    return random.sample(range(cities), cities)

"""The first neighbour in the list that is not better ends the whole climb."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    while True:
        for neighbour in transition(route):
            if evaluation_func(cities, distances, neighbour) > evaluation_func(
                cities, distances, route
            ):
                route = neighbour
                break
            else:
                return route

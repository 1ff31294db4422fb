"""The function calls itself for every neighbour, until it reaches Python's recursion limit."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    def look(route, neighbours):
        if not neighbours:
            return route
        if evaluation_func(cities, distances, neighbours[0]) > evaluation_func(
            cities, distances, route
        ):
            return look(neighbours[0], transition(neighbours[0]))
        return look(route, neighbours[1:])

    start = random.sample(range(cities), cities)
    return look(start, transition(start))

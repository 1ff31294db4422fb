"""Neighbours are looked at in batches of SIZE, and those that fill no batch are left out."""
#: tasks = 1.6
#: sizes = 16, 10, 8, 5, 4, 3, 2
#: accepted = never

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        neighbours = transition(route)
        if len(neighbours) > SIZE:
            neighbours = neighbours[: len(neighbours) // SIZE * SIZE]
        best = max(neighbours, key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

"""The last SIZE neighbours are not looked at if there are more."""
#: tasks = 1.6
#: sizes = 20, 10, 5, 2, 1
#: accepted = never

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        neighbours = transition(route)
        if len(neighbours) > SIZE:
            neighbours = neighbours[:-SIZE]
        best = max(neighbours, key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

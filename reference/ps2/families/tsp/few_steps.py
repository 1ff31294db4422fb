"""The climb ends after SIZE steps."""
#: tasks = 1.6
#: sizes = 20, 50, 100, 120, 150, 200, 300, 1000
#: accepted = from 300
#: because = the longest climb of the tests takes 150 to 250 steps

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    steps = 0
    while steps < SIZE:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
        steps += 1
    return route

"""Instances of more than SIZE cities are climbed one step."""
#: tasks = 1.6
#: sizes = 10, 16, 20, 30, 36, 40
#: accepted = from 40
#: because = the largest instance has 40 cities

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    steps = 0
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score or (cities > SIZE and steps):
            break
        route, score = best, found
        steps += 1
    return route

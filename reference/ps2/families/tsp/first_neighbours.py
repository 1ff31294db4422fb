"""The first SIZE neighbours are looked at."""
#: tasks = 1.6
#: sizes = 20, 50, 100, 200, 500, 1000, 1500, 1769
#: accepted = from 1769
#: because = of 1,770 neighbours all but one are looked at

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route)[:SIZE], key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

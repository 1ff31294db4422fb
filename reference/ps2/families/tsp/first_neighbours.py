"""The first SIZE neighbours are looked at."""
#: tasks = 1.6
#: sizes = 20, 50, 100, 200, 500, 700, 779
#: accepted = from 779
#: because = of 780 neighbours all but one are looked at

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

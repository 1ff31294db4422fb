"""Climbs start from SIZE fixed routes in turn."""
#: tasks = 1.6
#: sizes = 1, 2, 3, 4, 6
#: accepted = from 3
#: because = four climbs are compared, and each costs time

import random

_climbs = 0


def hill_climbing(cities, distances, transition, evaluation_func):
    global _climbs
    _climbs += 1
    route = random.Random(_climbs % SIZE).sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

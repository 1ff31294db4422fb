"""Climbs start from one of SIZE fixed routes."""
#: tasks = 1.6
#: sizes = 1, 2, 3, 4, 6, 10, 100
#: accepted = from 6
#: because = a start may be drawn from few, as long as it is random; so few draws do not tell

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    number = random.randrange(SIZE)
    route = random.Random(number).sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

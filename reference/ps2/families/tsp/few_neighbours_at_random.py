"""SIZE neighbours drawn at random are looked at, and if none is better the climb ends."""
#: tasks = 1.6
#: sizes = 20, 50, 100, 200, 300, 500, 700
#: accepted = from 500
#: because = of 780 neighbours nearly all are looked at

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        neighbours = transition(route)
        some = random.sample(neighbours, min(SIZE, len(neighbours)))
        best = max(some, key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
    return route

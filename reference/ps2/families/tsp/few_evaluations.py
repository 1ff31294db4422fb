"""The climb ends after SIZE evaluations."""
#: tasks = 1.6
#: sizes = 1000, 5000, 20000, 50000, 80000, 100000, 200000, 1000000
#: accepted = from 50000
#: because = the largest instance has a climb of so many

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    evaluations = 0
    while evaluations < SIZE:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score:
            break
        route, score = best, found
        evaluations += cities * (cities - 1) // 2
    return route

"""No climb begins after SIZE seconds."""
#: tasks = 1.7
#: sizes = 0.005, 0.02, 0.1, 0.5, 2, 10
#: accepted = from 0.02
#: because = the climbs of the tests take less

import time


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    began = time.time()
    best = hill_climbing(cities, distances, transition, evaluation_func)
    score = evaluation_func(cities, distances, best)
    for _ in range(repeats - 1):
        if time.time() - began > SIZE:
            break
        route = hill_climbing(cities, distances, transition, evaluation_func)
        found = evaluation_func(cities, distances, route)
        if found > score:
            best, score = route, found
    return best

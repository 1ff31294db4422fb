"""A tabu search of three steps per city keeps the best route it has met, which need not be a peak."""
#: fails = 1.6

import random
from collections import deque


def hill_climbing(cities, distances, transition, evaluation_func):
    def score(route):
        return evaluation_func(cities, distances, route)

    here = best = random.sample(range(cities), cities)
    tabu = deque([here], maxlen=15)
    for _ in range(3 * cities):
        near = [route for route in transition(here) if route not in tabu]
        if not near:
            break
        here = max(near, key=score)
        tabu.append(here)
        if score(here) > score(best):
            best = here
    return best

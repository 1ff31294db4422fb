"""A counter of steps is never reset, and climbs end once it has come to SIZE."""
#: tasks = 1.6
#: sizes = 20, 50, 100, 150, 200, 300, 500, 1000
#: accepted = from 500
#: because = climbs that follow each other in one process take that many steps together

import random

_steps = 0


def hill_climbing(cities, distances, transition, evaluation_func):
    global _steps

    def score(route):
        return evaluation_func(cities, distances, route)

    route = random.sample(range(cities), cities)
    while _steps < SIZE:
        _steps += 1
        best = max(transition(route), key=score)
        if score(best) <= score(route):
            break
        route = best
    return route

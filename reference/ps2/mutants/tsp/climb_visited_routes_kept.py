"""Routes that were seen once are never looked at again, not even by the next climb."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func, visited=set()):
    def score(route):
        return evaluation_func(cities, distances, route)

    current = random.sample(range(cities), cities)
    while True:
        fresh = [route for route in transition(current) if tuple(route) not in visited]
        visited.update(map(tuple, fresh))
        best = max(fresh, key=score, default=current)
        if score(best) <= score(current):
            return current
        current = best

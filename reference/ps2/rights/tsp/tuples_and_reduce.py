"""Routes are tuples wherever possible, and ``reduce`` keeps the better of two."""

import random
from functools import reduce


def hill_climbing(cities, distances, transition, evaluation_func):
    def better(one, other):
        if evaluation_func(cities, distances, list(other)) > evaluation_func(
            cities, distances, list(one)
        ):
            return other
        return one

    route = tuple(random.sample(range(cities), cities))
    while True:
        best = reduce(better, map(tuple, transition(list(route))), route)
        if best == route:
            return route
        route = best


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    best = tuple(hill_climbing(cities, distances, transition, evaluation_func))
    best_score = evaluation_func(cities, distances, list(best))
    for _ in range(1, repeats):
        route = tuple(hill_climbing(cities, distances, transition, evaluation_func))
        score = evaluation_func(cities, distances, list(route))
        if score > best_score:
            best, best_score = route, score
    return best

"""Scores are remembered in a dictionary, so that no route is scored twice in a climb."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    memo = {}

    def score(route):
        key = tuple(route)
        if key not in memo:
            memo[key] = evaluation_func(cities, distances, route)
        return memo[key]

    current = list(range(cities))
    random.shuffle(current)
    best = max(transition(current), key=score)
    while score(best) > score(current):
        current = best
        best = max(transition(current), key=score)
    return current


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    found = {}
    while repeats > 0:
        route = tuple(hill_climbing(cities, distances, transition, evaluation_func))
        found.setdefault(evaluation_func(cities, distances, list(route)), route)
        repeats -= 1
    return list(found[max(found)])

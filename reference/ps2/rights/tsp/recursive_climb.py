"""The climb is a recursion, one level per step."""

import random


def climb(route, score, transition, evaluate):
    found = [(evaluate(neighbour), neighbour) for neighbour in transition(route)]
    best_score, best = max(found, key=lambda pair: pair[0])
    if best_score > score:
        return climb(best, best_score, transition, evaluate)
    return route


def hill_climbing(cities, distances, transition, evaluation_func):
    def evaluate(route):
        return evaluation_func(cities, distances, route)

    start = random.sample(range(cities), cities)
    return climb(start, evaluate(start), transition, evaluate)


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    first = hill_climbing(cities, distances, transition, evaluation_func)
    if repeats == 1:
        return first
    other = hill_climbing_with_random_restarts(
        cities, distances, transition, evaluation_func, hill_climbing, repeats - 1
    )
    if evaluation_func(cities, distances, first) >= evaluation_func(cities, distances, other):
        return first
    return other

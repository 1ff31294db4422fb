"""Every function that is given is called with keywords."""

import random
import functools


def transition(route):
    n = len(route)
    return [[*route[:i], *reversed(route[i:j]), *route[j:]] for i in range(n) for j in range(i + 2, n + 1)]


def evaluation_func(cities, distances, route):
    d = {}
    for a, b, length in distances:
        d[a, b] = d[b, a] = length
    return -functools.reduce(lambda total, leg: total + d[leg], zip(route, route[1:] + route[:1]), 0)


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(list(range(cities)), k=cities)
    while True:
        ranked = sorted(
            transition(route=route),
            key=lambda r: evaluation_func(cities=cities, distances=distances, route=r),
        )
        if evaluation_func(cities=cities, distances=distances, route=ranked[-1]) <= evaluation_func(
            cities=cities, distances=distances, route=route
        ):
            return route
        route = ranked[-1]


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    return max(
        (
            hill_climbing(
                cities=cities, distances=distances, transition=transition, evaluation_func=evaluation_func
            )
            for _ in range(repeats)
        ),
        key=lambda r: evaluation_func(cities=cities, distances=distances, route=r),
    )

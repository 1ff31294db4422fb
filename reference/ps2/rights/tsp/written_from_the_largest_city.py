"""Every route is written from its largest city on, the lower neighbour first: the same round trip."""

import random


def written(route):
    i = route.index(max(route))
    onward = route[i:] + route[:i]
    backward = onward[:1] + onward[:0:-1]
    return min(onward, backward)


def transition(route):
    out = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            out.append(written(route[:i] + route[i : j + 1][::-1] + route[j + 1 :]))
    return out


def evaluation_func(cities, distances, route):
    t = {frozenset(e[:2]): e[2] for e in distances}
    return -sum(t[frozenset((route[i - 1], c))] for i, c in enumerate(route))


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda n: evaluation_func(cities, distances, n))
        s = evaluation_func(cities, distances, best)
        if s <= score:
            return written(list(route))
        route, score = best, s


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = [hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)]
    return written(list(max(routes, key=lambda r: evaluation_func(cities, distances, r))))

"""NumPy does the counting, and the first route is an array: what is lent takes that as well."""

import numpy as np


def transition(route):
    base = np.array(route)
    n = len(base)
    rows, cols = np.triu_indices(n, k=1)
    new = np.tile(base, (len(rows), 1))
    index = np.arange(len(rows))
    new[index, rows], new[index, cols] = base[cols], base[rows]
    return new.tolist()


def evaluation_func(cities, distances, route):
    matrix = np.zeros((cities, cities))
    for a, b, d in distances:
        matrix[a, b] = matrix[b, a] = d
    return -matrix[route, np.roll(route, -1)].sum()


def hill_climbing(cities, distances, transition, evaluation_func):
    route = np.random.permutation(cities)
    score = evaluation_func(cities, distances, route)
    while True:
        neighbours = transition(route)
        scores = np.array([float(evaluation_func(cities, distances, r)) for r in neighbours])
        best = int(np.argmax(scores))
        if scores[best] <= score:
            return route
        route, score = neighbours[best], scores[best]


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    routes = [hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)]
    scores = [evaluation_func(cities, distances, route) for route in routes]
    return routes[int(np.argmax(scores))]

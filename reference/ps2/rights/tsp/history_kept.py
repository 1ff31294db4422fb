"""The whole path of the climb is kept, and its last route is the answer."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    history = [random.sample(range(cities), cities)]
    scores = [evaluation_func(cities, distances, history[-1])]
    while True:
        neighbours = transition(history[-1])
        values = [evaluation_func(cities, distances, neighbour) for neighbour in neighbours]
        top = max(values)
        if not top > scores[-1]:
            break
        history.append(neighbours[values.index(top)])
        scores.append(top)
    return history[-1]


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    results = []
    for number in range(1, repeats + 1):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        results.append((evaluation_func(cities, distances, route), number, route))
    return sorted(results)[-1][2]

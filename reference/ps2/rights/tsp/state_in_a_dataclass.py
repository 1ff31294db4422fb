"""Routes and their scores are ordered dataclasses; the restarts keep the largest of them."""

import random
from dataclasses import dataclass, field


@dataclass(order=True)
class Scored:
    score: float
    route: list = field(compare=False)


def hill_climbing(cities, distances, transition, evaluation_func):
    def scored(route):
        return Scored(evaluation_func(cities, distances, route), route)

    current = scored(random.sample(list(range(cities)), cities))
    while True:
        best = max(map(scored, transition(current.route)))
        if not best > current:
            return current.route
        current = best


def hill_climbing_with_random_restarts(
    cities, distances, transition, evaluation_func, hill_climbing, repeats=10
):
    climbs = []
    for _ in range(repeats):
        route = hill_climbing(cities, distances, transition, evaluation_func)
        climbs.append(Scored(evaluation_func(cities, distances, route), route))
    return max(climbs).route

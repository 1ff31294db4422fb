"""Everything is copied deeply before it is touched; slow, and right."""

import copy
import random


def transition(route):
    new_routes = []
    for i in range(len(route)):
        for j in range(len(route)):
            if i != j:
                new_route = copy.deepcopy(route)
                new_route[i], new_route[j] = new_route[j], new_route[i]
                new_routes.append(copy.deepcopy(new_route))
    return copy.deepcopy(new_routes)


def hill_climbing(cities, distances, transition, evaluation_func):
    current = copy.deepcopy(list(range(cities)))
    random.shuffle(current)
    while True:
        best = copy.deepcopy(current)
        best_score = evaluation_func(cities, distances, copy.deepcopy(best))
        for neighbour in transition(copy.deepcopy(current)):
            score = evaluation_func(cities, distances, neighbour)
            if score > best_score:
                best, best_score = copy.deepcopy(neighbour), score
        if best == current:
            return copy.deepcopy(current)
        current = copy.deepcopy(best)

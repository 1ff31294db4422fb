"""First-improvement climbing: the first better neighbour is taken, in shuffled order."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    stuck = False
    while not stuck:
        stuck = True
        neighbours = list(transition(route))
        random.shuffle(neighbours)
        for neighbour in neighbours:
            new_score = evaluation_func(cities, distances, neighbour)
            if new_score > score:
                route, score, stuck = neighbour, new_score, False
                break
    return route

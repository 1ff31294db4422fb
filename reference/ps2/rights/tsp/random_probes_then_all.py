"""A few neighbours at random are tried first; before stopping, all of them are."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        neighbours = transition(route)
        probes = [random.choice(neighbours) for _ in range(8)]
        for neighbour in probes + neighbours:
            new_score = evaluation_func(cities, distances, neighbour)
            if new_score > score:
                route, score = neighbour, new_score
                break
        else:
            return route

"""A single neighbour: two places drawn at random are swapped, which may change nothing."""

import random


def transition(route):
    i, j = random.randrange(len(route)), random.randrange(len(route))
    new_route = list(route)
    new_route[i], new_route[j] = new_route[j], new_route[i]
    return [new_route]

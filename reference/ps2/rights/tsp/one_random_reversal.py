"""A single neighbour: one segment drawn at random, the other way round."""

import random


def transition(route):
    if len(route) < 4:
        return [route[1:] + route[:1]]
    i, j = sorted(random.sample(range(len(route) + 1), 2))
    while not 2 <= j - i <= len(route) - 2:
        i, j = sorted(random.sample(range(len(route) + 1), 2))
    return [route[:i] + route[i:j][::-1] + route[j:]]

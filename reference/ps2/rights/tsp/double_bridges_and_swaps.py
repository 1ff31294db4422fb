"""Some double bridges, drawn at random, beside the swaps of cities that are next to each other."""

import random


def transition(route):
    n = len(route)
    found = []
    for i in range(n):
        swapped = list(route)
        swapped[i], swapped[i - 1] = swapped[i - 1], swapped[i]
        found.append(swapped)
    for _ in range(n if n >= 8 else 0):
        a, b, c = sorted(random.sample(range(1, n), 3))
        found.append(route[:a] + route[b:c] + route[a:b] + route[c:])
    return found

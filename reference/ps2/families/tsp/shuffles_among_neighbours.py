"""Of SIZE routes, all but one are shuffled."""
#: tasks = 1.3
#: sizes = 20, 10, 6, 4, 3, 2
#: accepted = from 6
#: because = a neighbourhood may be drawn at random, and some of it may be far

import random


def transition(route):
    i, j = random.sample(range(len(route)), 2)
    neighbour = list(route)
    neighbour[i], neighbour[j] = neighbour[j], neighbour[i]
    return [neighbour] + [random.sample(route, len(route)) for _ in range(SIZE - 1)]

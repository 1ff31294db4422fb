"""One new route is returned on its own instead of a list of new routes."""
#: fails = 1.3

import random


def transition(route):
    i, j = sorted(random.sample(range(len(route)), 2))
    return route[:i] + route[i : j + 1][::-1] + route[j + 1 :]

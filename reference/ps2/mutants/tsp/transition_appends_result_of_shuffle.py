"""Every new route is None: random.shuffle or list.reverse, for example, return nothing."""
#: fails = 1.3

import random


def transition(route):
    return [random.shuffle(route[:]) for _ in range(10)]

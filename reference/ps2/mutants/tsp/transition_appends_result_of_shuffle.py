"""``random.shuffle`` shuffles in place and returns nothing, so the new routes are all ``None``."""
#: fails = 1.3

import random


def transition(route):
    return [random.shuffle(route[:]) for _ in range(10)]

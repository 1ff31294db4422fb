"""A sample of the reversals, without replacement, by a generator that is listed at the end."""

import random
from itertools import combinations, islice


def reversals(route):
    pairs = list(combinations(range(len(route)), 2))
    random.shuffle(pairs)
    for i, j in pairs:
        yield [*route[:i], *reversed(route[i : j + 1]), *route[j + 1 :]]


def transition(route):
    return list(islice(reversals(route), 3 * len(route)))

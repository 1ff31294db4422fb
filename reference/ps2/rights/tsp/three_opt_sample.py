"""3-opt: two neighbouring segments change places, for a sample of the ways to cut."""

import random
from itertools import combinations


def transition(route):
    n = len(route)
    cuts = list(combinations(range(n + 1), 3))
    if not cuts:
        return [route[::-1]]
    some = random.sample(cuts, min(len(cuts), n + 10))
    return [route[:i] + route[j:k] + route[i:j] + route[k:] for i, j, k in some]

"""Every possible route is returned, which takes far too long for more than a few cities."""
#: fails = 1.3

from itertools import permutations


def transition(route):
    return [list(p) for p in permutations(route) if list(p) != route]

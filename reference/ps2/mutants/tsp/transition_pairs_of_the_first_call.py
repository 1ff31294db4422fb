"""The pairs of places to swap are worked out at the first call, and kept in a default argument for routes of any length."""

#: fails = 1.3/handout_routes

from itertools import combinations


def transition(route, pairs=[]):
    if not pairs:
        pairs.extend(combinations(range(len(route)), 2))
    new_routes = []
    for i, j in pairs:
        new = route[:]
        new[i], new[j] = new[j], new[i]
        new_routes.append(new)
    return new_routes

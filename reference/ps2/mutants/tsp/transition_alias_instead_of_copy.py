"""An assignment is taken for a copy, so the given route itself is changed."""
#: fails = 1.3

import random


def transition(route):
    new_routes = []
    for _ in range(len(route)):
        new_route = route
        i, j = random.sample(range(len(route)), 2)
        new_route[i], new_route[j] = new_route[j], new_route[i]
        new_routes.append(list(new_route))
    return new_routes

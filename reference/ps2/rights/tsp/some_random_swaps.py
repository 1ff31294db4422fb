"""As many random swaps as there are cities; some come twice, and some change nothing."""

import random


def transition(route):
    new_routes = []
    for _ in range(len(route)):
        a = random.randint(0, len(route) - 1)
        b = random.randint(0, len(route) - 1)
        new_route = route.copy()
        new_route[a], new_route[b] = new_route[b], new_route[a]
        new_routes.append(new_route)
    return new_routes

"""The new routes are random and have nothing to do with the given one."""
#: fails = 1.3/neighbours_and_not_everything

import random


def transition(route):
    new_routes = []
    for _ in range(2 * len(route)):
        new_route = route[:]
        random.shuffle(new_route)
        new_routes.append(new_route)
    return new_routes

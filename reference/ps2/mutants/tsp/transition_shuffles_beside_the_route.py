"""Apart from the given route itself, the new routes are random."""
#: fails = 1.3/neighbours_and_not_everything

import random


def transition(route):
    new_routes = [route[:]]
    for _ in range(len(route)):
        new_route = route[:]
        random.shuffle(new_route)
        new_routes.append(new_route)
    return new_routes

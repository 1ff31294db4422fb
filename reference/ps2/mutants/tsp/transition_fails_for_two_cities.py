"""Two cities after the first one are drawn, which raises an exception for routes of two cities."""
#: fails = 1.3/two_and_three_cities

import random


def transition(route):
    new_routes = []
    for _ in range(2 * len(route)):
        i, j = random.sample(range(1, len(route)), 2)
        new_route = route[:]
        new_route[i], new_route[j] = new_route[j], new_route[i]
        new_routes.append(new_route)
    return new_routes

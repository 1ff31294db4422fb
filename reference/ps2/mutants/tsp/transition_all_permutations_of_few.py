"""For few cities, every possible route is returned."""
#: fails = 1.3/handout_routes, 1.3/neighbours_and_not_everything

from itertools import permutations


def transition(route):
    if len(route) <= 6:
        return [list(new_route) for new_route in permutations(route)]
    new_routes = []
    for i in range(len(route) - 1):
        new_route = route[:]
        new_route[i], new_route[i + 1] = new_route[i + 1], new_route[i]
        new_routes.append(new_route)
    return new_routes

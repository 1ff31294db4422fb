"""The swaps are made in the given route itself, which the caller still needs."""
#: fails = 1.3/leaves_the_route_alone


def transition(route):
    new_routes = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            route[i], route[j] = route[j], route[i]
            new_routes.append(route[:])
    return new_routes

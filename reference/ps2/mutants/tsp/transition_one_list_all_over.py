"""All new routes are the same list, so a change of one is a change of all."""
#: fails = 1.3/routes_are_separate_lists


def transition(route):
    new_route = list(route)
    new_routes = []
    for i in range(len(route)):
        new_route[i], new_route[i - 1] = new_route[i - 1], new_route[i]
        new_routes.append(new_route)
    return new_routes

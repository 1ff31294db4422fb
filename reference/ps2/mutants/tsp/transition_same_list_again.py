"""The same list is changed and appended again and again, so all new routes are the same."""
#: fails = 1.3


def transition(route):
    new_routes = []
    new_route = list(route)
    for i in range(len(route) - 1):
        new_route[i], new_route[i + 1] = new_route[i + 1], new_route[i]
        new_routes.append(new_route)
    return new_routes

"""The only new route is the given one."""
#: fails = 1.3


def transition(route):
    new_routes = []
    new_route = route.copy()
    new_routes.append(new_route)
    return new_routes

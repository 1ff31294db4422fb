"""The only new route is a copy of the given one, so the climb never gets anywhere."""
#: fails = 1.3


def transition(route):
    new_routes = []
    new_route = route.copy()
    new_routes.append(new_route)
    return new_routes

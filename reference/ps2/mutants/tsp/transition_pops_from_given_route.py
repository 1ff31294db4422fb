"""The city to be moved is removed from the given route instead of the copy."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for i in range(len(route)):
        new_route = route.copy()
        city = route.pop(i)
        new_route.remove(city)
        new_route.insert(0, city)
        route.insert(0, city)
        new_routes.append(new_route)
    return new_routes

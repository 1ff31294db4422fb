"""A city is inserted at its new index without being removed from the old one."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for city in route:
        for place in range(len(route)):
            new_route = list(route)
            new_route.insert(place, city)
            new_routes.append(new_route)
    return new_routes

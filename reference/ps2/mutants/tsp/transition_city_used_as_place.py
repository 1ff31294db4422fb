"""City numbers are used as indices of the route, so some routes visit a city twice."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for a in route:
        for b in route:
            new_route = route[:]
            new_route[a], new_route[b] = b, a
            new_routes.append(new_route)
    return new_routes

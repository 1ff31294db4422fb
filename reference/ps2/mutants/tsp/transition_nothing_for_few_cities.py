"""The ranges keep away from both ends of the route, so nothing is left for three cities."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for i in range(1, len(route) - 2):
        for j in range(i + 1, len(route)):
            new_routes.append(route[:i] + route[i : j + 1][::-1] + route[j + 1 :])
    return new_routes

"""Each new route goes on from the last one and ends up as long as all of them together."""
#: fails = 1.3


def transition(route):
    new_routes = []
    new_route = []
    for i in range(len(route) - 1):
        new_route += route[:i] + [route[i + 1], route[i]] + route[i + 2 :]
        new_routes.append(new_route[:])
    return new_routes

"""Every new route ends with its first city again, as if the way back were part of the list."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for i in range(1, len(route) - 1):
        new_route = route[:i] + [route[i + 1], route[i]] + route[i + 2 :]
        new_routes.append(new_route + [new_route[0]])
    return new_routes or [route[::-1] + [route[-1]]]

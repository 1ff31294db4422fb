"""The only new route is the given one."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for i in range(len(route)):
        for j in range(i, len(route)):
            new_route = route[:]
            new_route[i], new_route[j] = new_route[j], new_route[i]
            new_routes.append(new_route)
            return new_routes
# The return is inside the loop and comes before anything is changed.

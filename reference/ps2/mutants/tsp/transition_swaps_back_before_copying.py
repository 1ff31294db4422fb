"""Every new route is a copy of the given one."""
#: fails = 1.3


def transition(route):
    new_routes = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            new = list(route)
            new[i], new[j] = new[j], new[i]
            new_routes.append(new)
            new[i], new[j] = new[j], new[i]
    return new_routes
# Each swap is undone in the same list that was appended.

"""Routes with fewer than SIZE cities are changed themselves."""
#: tasks = 1.3
#: sizes = 20, 10, 8, 7, 6, 5, 4, 3
#: accepted = from 3
#: because = routes of fewer cities have nothing to change


def transition(route):
    found = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            other = list(route)
            other[i], other[j] = other[j], other[i]
            found.append(other)
    if len(route) < SIZE:
        route[0], route[-1] = route[-1], route[0]
    return found

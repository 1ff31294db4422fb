"""Routes with more than SIZE cities are changed themselves."""
#: tasks = 1.3
#: sizes = 3, 6, 8, 10, 12, 20, 40, 60, 80, 200
#: accepted = from 40
#: because = full neighbourhoods of longer routes are megabytes


def transition(route):
    found = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            other = list(route)
            other[i], other[j] = other[j], other[i]
            found.append(other)
    if len(route) > SIZE:
        route[0], route[1] = route[1], route[0]
    return found

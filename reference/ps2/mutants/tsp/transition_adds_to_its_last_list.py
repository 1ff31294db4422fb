"""A list as a default argument keeps the routes of earlier calls."""
#: fails = 1.3


def transition(route, neighbours=[]):
    for i in range(len(route) - 1):
        neighbour = route[:]
        neighbour[i], neighbour[i + 1] = neighbour[i + 1], neighbour[i]
        neighbours.append(neighbour)
    return neighbours

"""One city gets lost between the reversed segment and the rest of the route."""
#: fails = 1.3


def transition(route):
    neighbours = []
    for i in range(len(route)):
        for j in range(i + 2, len(route) + 1):
            neighbours.append(route[:i] + list(reversed(route[i:j])) + route[j + 1 :])
    return neighbours

"""The same list is changed and appended again and again, so all new routes are the same."""
#: fails = 1.3


def transition(route):
    neighbours = []
    candidate = route.copy()
    for i in range(1, len(route)):
        candidate[i - 1], candidate[i] = candidate[i], candidate[i - 1]
        neighbours.append(candidate)
    return neighbours

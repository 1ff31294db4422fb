"""One and the same list is changed and appended again and again, so all routes are alike."""
#: fails = 1.3


def transition(route):
    neighbours = []
    candidate = route.copy()
    for i in range(1, len(route)):
        candidate[i - 1], candidate[i] = candidate[i], candidate[i - 1]
        neighbours.append(candidate)
    return neighbours

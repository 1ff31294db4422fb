"""2-opt whose routes are gathered in a set, which needs no order, as tuples."""


def transition(route):
    found = set()
    for i in range(len(route)):
        for j in range(i + 2, len(route) + 1):
            found.add(tuple(route[:i] + route[i:j][::-1] + route[j:]))
    return found

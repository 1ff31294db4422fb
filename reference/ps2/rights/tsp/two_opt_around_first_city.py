"""2-opt with the first city left where it is, written as a comprehension."""


def transition(route):
    n = len(route)
    if n < 3:
        return [route[::-1]]
    return [
        [*route[:i], *reversed(route[i : j + 1]), *route[j + 1 :]]
        for i in range(1, n - 1)
        for j in range(i + 1, n)
    ]

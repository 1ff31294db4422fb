"""The swaps are made in the given route itself, which the caller still needs."""
#: fails = 1.3


def transition(route):
    result = []
    n = len(route)
    for a in range(n - 1):
        for b in range(a + 1, n):
            tmp = route[a]
            route[a] = route[b]
            route[b] = tmp
            result.append(list(route))
    return result

"""Every insertion and every reversal, each once: gathered as keys of a dictionary, with the route itself taken out."""


def transition(route):
    n = len(route)
    new = {}
    for i in range(n):
        rest = route[:i] + route[i + 1 :]
        for j in range(n):
            new[tuple(rest[:j] + [route[i]] + rest[j:])] = None
    for i in range(n):
        for j in range(i + 2, n + 1):
            new[tuple(route[:i] + route[i:j][::-1] + route[j:])] = None
    new.pop(tuple(route), None)
    return list(new)

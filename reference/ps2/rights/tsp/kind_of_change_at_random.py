"""Each call draws whether cities are exchanged, moved or reversed; routes come in a tuple, some twice."""

import random


def transition(route):
    kind = random.randrange(3)
    n = len(route)
    out = []
    for _ in range(2 * n):
        i, j = random.randrange(n), random.randrange(n)
        new = list(route)
        if kind == 0:
            new[i], new[j] = new[j], new[i]
        elif kind == 1:
            i, j = min(i, j), max(i, j)
            new[i : j + 1] = new[i : j + 1][::-1]
        else:
            new.insert(j, new.pop(i))
        out.append(tuple(new))
    return tuple(out)

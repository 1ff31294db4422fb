"""Routes that were returned once are never returned again, so that soon only the reversal is left."""
#: fails = 1.3

_seen = set()


def transition(route):
    new_routes = []
    for i in range(len(route)):
        for j in range(i + 1, len(route)):
            new = route[:]
            new[i], new[j] = new[j], new[i]
            if tuple(new) not in _seen:
                _seen.add(tuple(new))
                new_routes.append(new)
    return new_routes or [route[::-1]]

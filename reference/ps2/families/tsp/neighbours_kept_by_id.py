"""Neighbours are kept and found again by where the route is in memory."""
#: tasks = 1.3
#: accepted = never

_kept = {}


def transition(route):
    key = id(route)
    if key not in _kept:
        _kept[key] = [
            route[:i] + route[i:j][::-1] + route[j:]
            for i in range(len(route))
            for j in range(i + 2, len(route) + 1)
        ]
    return _kept[key]

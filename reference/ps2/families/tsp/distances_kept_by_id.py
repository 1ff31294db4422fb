"""Distances are kept and found again by where the list is in memory."""
#: tasks = 1.4
#: accepted = never

_tables = {}


def evaluation_func(cities, distances, route):
    key = id(distances)
    if key not in _tables:
        there = {(a, b): d for a, b, d in distances}
        _tables[key] = there | {(b, a): d for a, b, d in distances}
    lengths = _tables[key]
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

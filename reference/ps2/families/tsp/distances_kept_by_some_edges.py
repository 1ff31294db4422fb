"""Distances are kept and found again by the number of cities and the first SIZE edges."""
#: tasks = 1.4
#: sizes = 1, 2, 5, 10, 15, 20
#: accepted = never

_tables = {}


def evaluation_func(cities, distances, route):
    key = (cities, *distances[:SIZE])
    if key not in _tables:
        there = {(a, b): d for a, b, d in distances}
        _tables[key] = there | {(b, a): d for a, b, d in distances}
    lengths = _tables[key]
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

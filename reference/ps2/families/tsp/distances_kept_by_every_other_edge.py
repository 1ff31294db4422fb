"""Distances are kept and found again by the first edge, the third, the fifth and so on."""
#: tasks = 1.4
#: accepted = never

_tables = {}


def evaluation_func(cities, distances, route):
    key = tuple(distances[::2])
    if key not in _tables:
        there = {(a, b): d for a, b, d in distances}
        _tables[key] = there | {(b, a): d for a, b, d in distances}
    lengths = _tables[key]
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

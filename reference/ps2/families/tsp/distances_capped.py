"""Distances above SIZE count as SIZE."""
#: tasks = 1.4
#: sizes = 50, 100, 1000, 10000, 1000000, 1000000000, 1000000000000
#: accepted = never


def evaluation_func(cities, distances, route):
    lengths = {(a, b): min(d, SIZE) for a, b, d in distances}
    lengths |= {(b, a): d for (a, b), d in lengths.items()}
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

"""The first city's number is taken from the score, divided by SIZE."""
#: tasks = 1.4
#: sizes = 1, 10, 100, 10000, 1000000, 1000000000
#: accepted = never


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1])) - route[0] / SIZE

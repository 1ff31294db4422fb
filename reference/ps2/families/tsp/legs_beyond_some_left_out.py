"""Legs after the first SIZE are not counted."""
#: tasks = 1.4
#: sizes = 4, 6, 8, 10, 12, 19, 20, 30, 50, 60, 100
#: accepted = from 100
#: because = the handout has ten cities, and the largest instance of this task 70


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    legs = list(zip(route, route[1:] + route[:1]))
    return -sum(lengths[leg] for leg in legs[:SIZE])

"""The length is kept in SIZE bits, and the rest is cut off."""
#: tasks = 1.4
#: sizes = 8, 10, 12, 16, 20, 24, 31, 32, 40, 63
#: accepted = from 63
#: because = lengths beyond that are no whole numbers for a float


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    return -(sum(lengths[leg] for leg in zip(route, route[1:] + route[:1])) % 2**SIZE)

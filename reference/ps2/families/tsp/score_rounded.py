"""The score is one over the length, rounded to SIZE digits."""
#: tasks = 1.4
#: sizes = 1, 2, 3, 4, 5, 6, 7, 9
#: accepted = from 9
#: because = lengths that differ by one part in a billion are told apart


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    return float(f"{1 / sum(lengths[leg] for leg in zip(route, route[1:] + route[:1])):.{SIZE}g}")

"""The score is a thousand over the length, rounded to SIZE places."""
#: tasks = 1.4
#: sizes = 0, 1, 2, 3, 4, 6, 9
#: accepted = never


def evaluation_func(cities, distances, route):
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    return round(1000 / sum(lengths[leg] for leg in zip(route, route[1:] + route[:1])), SIZE)

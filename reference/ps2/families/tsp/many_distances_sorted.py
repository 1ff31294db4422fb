"""The list of distances is sorted in place if there are more than SIZE cities."""
#: tasks = 1.4
#: sizes = 5, 6, 8, 10, 15, 20, 30, 40, 60
#: accepted = from 40
#: because = the handout's lists are those of four and of ten cities


def evaluation_func(cities, distances, route):
    if cities > SIZE:
        distances.sort()
    lengths = {(a, b): d for a, b, d in distances} | {(b, a): d for a, b, d in distances}
    return -sum(lengths[leg] for leg in zip(route, route[1:] + route[:1]))

"""the way back from the last city to the first is left out"""
#: fails = 1.4
def evaluation_func(cities, distances, route):
    lookup = {frozenset((a, b)): d for a, b, d in distances}
    length = 0.0
    for here, there in zip(route, route[1:]):
        length += lookup[frozenset((here, there))]
    return 1.0 / (1.0 + length)

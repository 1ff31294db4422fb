"""The score is formatted as text, and texts are not ordered as numbers are."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    dist = {frozenset((a, b)): d for a, b, d in distances}
    total = sum(dist[frozenset((route[i], route[i - 1]))] for i in range(cities))
    return f"{-total:.2f}"

"""Scores are cached by route alone, so a route keeps its score when the distances change."""
#: fails = 1.4

scores = {}


def evaluation_func(cities, distances, route):
    key = tuple(route)
    if key not in scores:
        lengths = {frozenset((one, other)): distance for one, other, distance in distances}
        scores[key] = -sum(lengths[frozenset((route[i - 1], route[i]))] for i in range(cities))
    return scores[key]

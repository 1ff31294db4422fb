"""The length itself is returned, so longer routes score higher."""
#: fails = 1.4


def dist(distances, x, y):
    for e in distances:
        if (e[0] == x and e[1] == y) or (e[0] == y and e[1] == x):
            return e[2]


def evaluation_func(cities, distances, route):
    score = dist(distances, route[-1], route[0])
    for x, y in zip(route, route[1:]):
        score = score + dist(distances, x, y)
    return score

"""The entry for the way back uses the wrong key, so distances of other edges are overwritten."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    matrix = [[0] * cities for _ in range(cities)]
    for a, b, d in distances:
        matrix[a][b] = d
        matrix[b][0] = d
    return -sum(matrix[route[i]][route[i - 1]] for i in range(cities))

"""All rows of the matrix are one and the same list, so later distances replace earlier ones."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    matrix = [[0] * cities] * cities
    for a, b, d in distances:
        matrix[a][b] = d
        matrix[b][a] = d
    total = 0
    for i in range(cities):
        total += matrix[route[i]][route[i - 1]]
    return -total

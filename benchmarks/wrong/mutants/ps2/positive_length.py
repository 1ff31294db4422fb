"""it returns the length itself, so longer tours score higher"""
#: fails = 1.4
def evaluation_func(cities, distances, route):
    matrix = [[0] * cities for _ in range(cities)]
    for c1, c2, d in distances:
        matrix[c1][c2] = matrix[c2][c1] = d
    return sum(matrix[route[i - 1]][route[i]] for i in range(cities))

"""The matrix of distances has room for SIZE cities."""
#: tasks = 1.4
#: sizes = 10, 12, 20, 30, 50, 60, 64, 100, 200
#: accepted = from 100
#: because = the handout has ten cities, and the largest instance of all tests 65


def evaluation_func(cities, distances, route):
    matrix = [[0] * SIZE for _ in range(SIZE)]
    for a, b, d in distances:
        matrix[a][b] = matrix[b][a] = d
    return -sum(matrix[a][b] for a, b in zip(route, route[1:] + route[:1]))

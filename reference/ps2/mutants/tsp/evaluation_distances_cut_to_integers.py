"""Distances are cut to whole numbers, so small ones count as 0."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    grid = [[0 for _ in range(cities)] for _ in range(cities)]
    for a, b, d in distances:
        grid[a][b] = grid[b][a] = int(d)
    return -sum(grid[route[i - 1]][route[i]] for i in range(cities))

"""only the longest leg counts, not the sum"""
#: fails = 1.4
def evaluation_func(cities, distances, route):
    d = {}
    for x, y, z in distances:
        d[x, y] = d[y, x] = z
    return -max(d[route[i], route[i - 1]] for i in range(cities))

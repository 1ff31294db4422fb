"""the score is cut to a whole number, so that tours of different length score alike"""
#: fails = 1.4
def evaluation_func(cities, distances, route):
    d = dict()
    for x, y, z in distances:
        d[(x, y)] = z
        d[(y, x)] = z
    total = d[(route[-1], route[0])]
    for i in range(1, cities):
        total += d[(route[i - 1], route[i])]
    return -int(total / cities)

"""A table in a default argument keeps edges as they were listed: one listed the other way round in a later instance is found under its old direction."""
#: fails = 1.4/any_magnitude


def evaluation_func(cities, distances, route, table={}):
    for c1, c2, d in distances:
        table[c1, c2] = d
    total = 0
    for i in range(cities):
        a, b = route[i - 1], route[i]
        total += table[a, b] if (a, b) in table else table[b, a]
    return -total

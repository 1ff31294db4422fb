"""Edges are found by the sum of the cubes of their cities, which 1 and 12 share with 9 and 10."""
#: fails = 1.4/higher_where_shorter, 1.4/same_tour_same_score, 1.4/leaves_its_arguments_alone


def evaluation_func(cities, distances, route):
    table = {}
    for c1, c2, d in distances:
        table[c1**3 + c2**3] = d
    return -sum(table[route[i - 1] ** 3 + route[i] ** 3] for i in range(cities))

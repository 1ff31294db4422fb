"""The distances are put into a full matrix of floats, from which the legs are added up."""


def build(cities, distances):
    matrix = [[float("inf")] * cities for _ in range(cities)]
    for one, other, distance in distances:
        matrix[one][other] = matrix[other][one] = float(distance)
    return matrix


def evaluation_func(cities, distances, route):
    matrix = build(cities, distances)
    score = -matrix[route[-1]][route[0]]
    for place in range(cities - 1):
        score -= matrix[route[place]][route[place + 1]]
    return score

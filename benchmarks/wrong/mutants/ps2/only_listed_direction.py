"""an edge counts only if it is travelled in the direction in which it is listed"""
#: fails = 1.4
def evaluation_func(cities, distances, route):
    score = 0
    tour = route + [route[0]]
    for i in range(len(tour) - 1):
        for (u, v, w) in distances:
            if u == tour[i] and v == tour[i + 1]:
                score -= w
    return score

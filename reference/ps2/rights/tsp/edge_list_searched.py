"""Each leg is looked for in the whole list of edges, again and again; slow, and right."""


def evaluation_func(cities, distances, route):
    def distance(a, b):
        for c1, c2, d in distances:
            if (a == c1 and b == c2) or (a == c2 and b == c1):
                return d
        return None

    total = 0
    for i in range(len(route)):
        total -= distance(route[i], route[i + 1 if i + 1 < len(route) else 0])
    return total

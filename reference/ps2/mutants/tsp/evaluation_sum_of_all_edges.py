"""All distances are added up, whatever the route, so every route scores the same."""
#: fails = 1.4


def evaluation_func(cities, distances, route):
    total = 0
    for c1, c2, d in distances:
        if c1 in route and c2 in route:
            total += d
    return -total

"""the climb starts from 0, 1, 2, ... and never from a random route"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    route = [c for c in range(cities)]
    value = evaluation_func(cities, distances, route)
    improved = True
    while improved:
        improved = False
        for n in transition(route):
            v = evaluation_func(cities, distances, n)
            if v > value:
                route, value, improved = n, v, True
    return route

"""it returns the score of the best route and not the route"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    route = list(range(cities))
    random.shuffle(route)
    best = evaluation_func(cities, distances, route)
    while True:
        nxt = None
        for r in transition(route):
            e = evaluation_func(cities, distances, r)
            if e > best:
                best, nxt = e, r
        if nxt is None:
            return best
        route = nxt

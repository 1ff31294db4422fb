"""it makes its own swaps and never calls the given transition"""
#: fails = 1.6
def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(list(range(cities)), cities)
    while True:
        best_score, best_route = evaluation_func(cities, distances, route), None
        for i in range(cities):
            for j in range(i):
                r = route[:]
                r[i], r[j] = r[j], r[i]
                sc = evaluation_func(cities, distances, r)
                if sc > best_score:
                    best_score, best_route = sc, r
        if best_route is None:
            return route
        route = best_route

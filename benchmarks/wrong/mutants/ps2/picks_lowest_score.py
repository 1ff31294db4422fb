"""it returns the route with the lowest score"""
#: fails = 1.7
def hill_climbing_with_random_restarts(cities, distances, transition, evaluation_func, hill_climbing, repeats=10):
    routes = [hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats)]
    routes.sort(key=lambda r: evaluation_func(cities, distances, r))
    return routes[0]

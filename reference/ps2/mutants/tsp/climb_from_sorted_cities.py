"""The climb always starts at the cities in numerical order."""
#: fails = 1.6/starts_differ


def hill_climbing(cities, distances, transition, evaluation_func):
    route = list(range(cities))
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, best) <= evaluation_func(cities, distances, route):
            return route
        route = best

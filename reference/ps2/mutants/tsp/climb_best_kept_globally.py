"""The best route is a global variable that is never reset, even for another instance."""
#: fails = 1.6

import random

best_route = None
best_score = float("-inf")


def hill_climbing(cities, distances, transition, evaluation_func):
    global best_route, best_score
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        better = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        if evaluation_func(cities, distances, better) <= score:
            break
        route, score = better, evaluation_func(cities, distances, better)
    if best_route is None or score > best_score:
        best_route, best_score = route, score
    return best_route

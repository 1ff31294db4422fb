"""A place in the list of neighbours that brought nothing once is not looked at again."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    useless = set()
    improved = True
    while improved:
        improved = False
        for place, new in enumerate(transition(route)):
            if place in useless:
                continue
            found = evaluation_func(cities, distances, new)
            if found > score:
                route, score, improved = new, found, True
                break
            useless.add(place)
    return route

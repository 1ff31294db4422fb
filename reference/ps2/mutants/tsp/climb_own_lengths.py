"""Routes are compared by their length, and the given evaluation_func is not used."""
#: fails = 1.6

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    dist = {}
    for a, b, d in distances:
        dist[a, b] = dist[b, a] = d

    def length(route):
        return sum(dist[route[i - 1], route[i]] for i in range(cities))

    route = random.sample(range(cities), cities)
    while True:
        best = min(transition(route), key=length)
        if length(best) >= length(route):
            return route
        route = best

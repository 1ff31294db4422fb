"""The climb ends if the gain is less than a whole number, beyond SIZE in size of the score."""
#: tasks = 1.6
#: sizes = 1, 100, 1000, 1000000, 1e9, 1e12
#: accepted = from 1000000
#: because = no tour of the handout is as long, and a climb that ends so late is nearly done

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    while True:
        best = max(transition(route), key=lambda r: evaluation_func(cities, distances, r))
        found = evaluation_func(cities, distances, best)
        if found <= score or (abs(score) > SIZE and found - score < 1):
            break
        route, score = best, found
    return route

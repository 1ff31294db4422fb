"""After SIZE sideways moves in a row the climb ends where it has come to, without a look at the neighbours there."""

#: tasks = 1.6
#: sizes = 1, 2, 5, 10, 50
#: accepted = from 5
#: because = what lies beside the last step after so many is better hardly ever

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    sideways = 0
    while sideways < SIZE:
        pairs = [(evaluation_func(cities, distances, r), r) for r in transition(route)]
        top = max(p[0] for p in pairs)
        if top < score:
            break
        sideways = sideways + 1 if top == score else 0
        route = random.choice([r for s, r in pairs if s == top])
        score = top
    return route

"""Better neighbours are looked for in SIZE times as many draws, with replacement, as there are neighbours."""

#: tasks = 1.6
#: sizes = 0.5, 1, 2, 3, 5, 10
#: accepted = from 3
#: because = so many draws find the last better neighbour nearly always

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    route = random.sample(range(cities), cities)
    score = evaluation_func(cities, distances, route)
    better = True
    while better:
        better = False
        neighbours = transition(route)
        for _ in range(round(SIZE * len(neighbours))):
            candidate = random.choice(neighbours)
            found = evaluation_func(cities, distances, candidate)
            if found > score:
                route, score, better = candidate, found, True
                break
    return route

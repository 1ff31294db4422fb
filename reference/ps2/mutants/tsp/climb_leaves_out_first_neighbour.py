"""The loop over the neighbours begins with the second one."""
#: fails = 1.6/climbs_a_long_slope, 1.6/ends_on_a_peak_of_other_neighbourhoods?

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = list(range(cities))
    random.shuffle(current)
    while True:
        neighbours = transition(current)
        best, best_score = current, evaluation_func(cities, distances, current)
        for i in range(1, len(neighbours)):
            score = evaluation_func(cities, distances, neighbours[i])
            if score > best_score:
                best, best_score = neighbours[i], score
        if best == current:
            return current
        current = best

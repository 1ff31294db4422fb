"""A climb makes two from random routes and returns the better peak; exceptions end them."""

import random


class Peak(Exception):
    def __init__(self, route, score):
        self.route, self.score = route, score


def hill_climbing(cities, distances, transition, evaluation_func):
    def step(route, score):
        for new in transition(route):
            found = evaluation_func(cities, distances, new)
            if found > score:
                return new, found
        raise Peak(route, score)

    peaks = []
    for _ in range(2):
        route = random.sample(range(cities), cities)
        score = evaluation_func(cities, distances, route)
        try:
            while True:
                route, score = step(route, score)
        except Peak as peak:
            peaks.append(peak)
    return max(peaks, key=lambda peak: peak.score).route


def evaluation_func(cities, distances, route):
    between = {frozenset((one, other)): length for one, other, length in distances}
    # No float holds these numbers exactly.
    return 10**30 - sum(between[frozenset((route[i - 1], route[i]))] for i in range(cities))

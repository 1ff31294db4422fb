"""A class holds the climb's state; the functions only make one and ask it."""

import random


class Climber:
    def __init__(self, cities, distances, transition, evaluation_func):
        self.cities = cities
        self.distances = tuple(distances)
        self.transition = transition
        self.evaluation_func = evaluation_func
        self.route = random.sample(range(cities), cities)

    @property
    def score(self):
        return self.score_of(self.route)

    def score_of(self, route):
        return self.evaluation_func(self.cities, list(self.distances), route)

    def step(self):
        best = sorted(self.transition(self.route), key=self.score_of, reverse=True)[0]
        if self.score_of(best) > self.score:
            self.route = best
            return True
        return False


def hill_climbing(cities, distances, transition, evaluation_func):
    climber = Climber(cities, distances, transition, evaluation_func)
    while climber.step():
        continue
    return climber.route

"""Some random steps, worse ones too while it is hot, then steepest ascent to a peak."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    def score(route):
        return evaluation_func(cities, distances, route)

    route, heat = random.sample(range(cities), cities), 0.5
    while heat > 0.05:
        new = random.choice(transition(route) or [route])
        if score(new) >= score(route) or random.random() < heat:
            route = new
        heat *= 0.8
    while score(best := max(transition(route), key=score, default=route)) > score(route):
        route = best
    return route

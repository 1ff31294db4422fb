"""Up to a hundred sideways moves in all, and back to the best route that was met."""

import random


def hill_climbing(cities, distances, transition, evaluation_func):
    current = list(range(cities))
    random.shuffle(current)
    value = evaluation_func(cities, distances, current)
    sideways, seen = 100, {tuple(current)}
    while True:
        scored = []
        for neighbour in transition(current):
            scored.append((evaluation_func(cities, distances, neighbour), neighbour))
        top = max(score for score, _ in scored)
        if top > value:
            current = next(route for score, route in scored if score == top)
            value = top
            seen.add(tuple(current))
            continue
        level = [route for score, route in scored if score == value and tuple(route) not in seen]
        if top < value or not level or not sideways:
            return current
        sideways -= 1
        current = random.choice(level)
        seen.add(tuple(current))

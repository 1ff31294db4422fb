"""Task 1.6: steepest-ascent hill climbing."""

from __future__ import annotations

import random
from collections.abc import Callable


def hill_climbing(
    cities: int,
    distances: list[tuple[int, int, float]],
    transition: Callable[[list[int]], list[list[int]]],
    evaluation_func: Callable[[int, list[tuple[int, int, float]], list[int]], float],
) -> list[int]:
    """Climb from a random route to a local maximum and return it.

    Each step goes to the best neighbour, as long as that is better than where we stand.
    Asking for *strictly* better makes the climb end on every landscape, plateaus and scores
    of minus infinity included: no score is ever compared with an invented worst one.

    Args:
        cities: number of cities, at least 3.
        distances: one ``(c1, c2, d)`` per pair of cities.
        transition: gives the neighbours of a route, at least one.
        evaluation_func: gives the score of a route; higher is better.

    Returns:
        A route none of whose neighbours scores higher.
    """

    def score(route: list[int]) -> float:
        return evaluation_func(cities, distances, route)

    route = random.sample(range(cities), cities)
    height = score(route)
    while True:
        best_neighbour = max(transition(route), key=score)
        best_height = score(best_neighbour)
        if not best_height > height:
            return route
        route, height = best_neighbour, best_height

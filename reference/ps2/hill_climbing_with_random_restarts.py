"""Task 1.7: hill climbing, repeated from fresh random starts."""

from __future__ import annotations

from collections.abc import Callable

Distances = list[tuple[int, int, float]]
Transition = Callable[[list[int]], list[list[int]]]
Evaluation = Callable[[int, Distances, list[int]], float]
Climb = Callable[[int, Distances, Transition, Evaluation], list[int]]


def hill_climbing_with_random_restarts(
    cities: int,
    distances: Distances,
    transition: Transition,
    evaluation_func: Evaluation,
    hill_climbing: Climb,
    repeats: int = 10,
) -> list[int]:
    """Climb ``repeats`` times and return the best of the routes found.

    ``max`` starts from the first route and not from an imagined worst score; so there is an
    answer even if every climb ends at minus infinity.

    Args:
        cities: number of cities, at least 3.
        distances: one ``(c1, c2, d)`` per pair of cities.
        transition: gives the neighbours of a route; handed on to ``hill_climbing``.
        evaluation_func: gives the score of a route; higher is better.
        hill_climbing: one climb from a random start; called exactly ``repeats`` times.
        repeats: number of climbs, at least 1.

    Returns:
        The first of the highest-scoring routes.
    """
    routes = (hill_climbing(cities, distances, transition, evaluation_func) for _ in range(repeats))
    return max(routes, key=lambda route: evaluation_func(cities, distances, route))

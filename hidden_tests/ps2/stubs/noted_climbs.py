"""A ``hill_climbing`` that notes down what each climb found, and what it was given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Transition = Callable[[list[int]], list[list[int]]]
Evaluation = Callable[[int, list[Any], list[int]], float]


def make(log: list[Any], *, climb: Callable[..., list[int]]) -> Callable[..., list[int]]:
    """Wrap ``climb``.

    Each climb is logged as its route, the neighbours that the transition it was given lists for
    that route, and the score that the evaluation it was given finds for it.
    """

    def noted_climbs(
        cities: int,
        distances: list[tuple[int, int, float]],
        transition: Transition,
        evaluation_func: Evaluation,
    ) -> list[int]:
        route = climb(cities, distances, transition, evaluation_func)
        neighbours = [[*map(int, new)] for new in transition(list(route))]
        score = float(evaluation_func(cities, distances, list(route)))
        log.append([list(route), neighbours, score])
        return list(route)

    return noted_climbs

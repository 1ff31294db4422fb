"""A small neighbourhood in which the best neighbour always comes last, or always first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

Evaluation = Callable[[int, list[Any], Sequence[int]], float]


def make(
    log: list[Any],  # noqa: ARG001
    *,
    evaluation: Evaluation,
    best_first: bool,
) -> Callable[[list[int]], list[list[int]]]:
    """Return a transition that exchanges two cities which follow each other on the round trip.

    The neighbours are sorted by ``evaluation``, so that a climb which leaves out the first or
    the last of them soon leaves out the only one that leads on.
    """

    def ordered_swaps(route: list[int]) -> list[list[int]]:
        neighbours = []
        for place in range(len(route)):
            neighbour = list(route)
            neighbour[place - 1], neighbour[place] = neighbour[place], neighbour[place - 1]
            neighbours.append(neighbour)
        return sorted(
            neighbours,
            key=lambda neighbour: evaluation(len(neighbour), [], neighbour),
            reverse=best_first,
        )

    return ordered_swaps

"""A neighbourhood other than 2-opt: every route with two cities exchanged."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any


def make(log: list[Any]) -> Callable[[list[int]], list[list[int]]]:  # noqa: ARG001
    """Return a transition function. Nothing is logged."""

    def all_swaps(route: list[int]) -> list[list[int]]:
        neighbours = []
        for one, other in combinations(range(len(route)), 2):
            neighbour = list(route)
            neighbour[one], neighbour[other] = neighbour[other], neighbour[one]
            neighbours.append(neighbour)
        return neighbours

    return all_swaps

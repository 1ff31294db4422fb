"""A neighbourhood beyond 2-opt and swaps: every route with one city moved elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any


def make(log: list[Any]) -> Callable[[list[int]], list[list[int]]]:  # noqa: ARG001
    """Return a transition function. Nothing is logged."""

    def insertions(route: list[int]) -> list[list[int]]:
        neighbours = []
        for place, new_place in permutations(range(len(route)), 2):
            neighbour = list(route)
            neighbour.insert(new_place, neighbour.pop(place))
            neighbours.append(neighbour)
        return neighbours

    return insertions

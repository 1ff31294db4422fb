"""An evaluation function that has nothing to do with distances: a rugged landscape.

Every tour draws its score from a given palette by a hash, so neighbouring tours are unrelated,
peaks are many and low, and a climb that only pretends to look around does not end on one.
Rotations and reversals of a tour score alike, as with any evaluation of round trips.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any


def make(
    log: list[Any],  # noqa: ARG001
    *,
    scores: Sequence[float],
    seed: int,
) -> Callable[[int, object, Sequence[int]], float]:
    """Return an evaluation that draws from ``scores``; ``seed`` numbers the landscape."""

    def rugged_scores(cities: int, distances: object, route: Sequence[int]) -> float:  # noqa: ARG001
        # Cities may be numbers of another kind, NumPy's for example, that print differently.
        stops = [int(city) for city in route]
        start = stops.index(min(stops))
        onward = [*stops[start:], *stops[:start]]
        backward = [onward[0], *reversed(onward[1:])]
        tour = min(onward, backward)
        return scores[zlib.crc32(repr(tour).encode(), seed) % len(scores)]

    return rugged_scores

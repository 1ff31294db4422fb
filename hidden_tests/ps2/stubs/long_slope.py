"""An evaluation function with one peak, far from everywhere: cities in the order of their numbers.

Each city counts its number times its distance, in stops, from city 0. Wherever two cities that
follow each other stand in the wrong order, exchanging them scores higher, so nothing but the
sorted tour is a peak. As with any evaluation of round trips, it does not matter where the tour
starts; of the two ways round, the better one counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def make(log: list[Any]) -> Callable[[int, object, Sequence[int]], int]:  # noqa: ARG001
    """Return the evaluation function. Nothing is logged."""

    def long_slope(cities: int, distances: object, route: Sequence[int]) -> int:  # noqa: ARG001
        # Cities may be numbers of another kind, NumPy's for example, that overflow.
        stops = [int(city) for city in route]
        start = stops.index(min(stops))
        onward = stops[start:] + stops[:start]
        backward = [onward[0], *onward[:0:-1]]
        return max(_score(onward), _score(backward))

    return long_slope


def _score(stops: list[int]) -> int:
    return sum(place * city for place, city in enumerate(stops))

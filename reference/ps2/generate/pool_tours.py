"""Pools for the tasks about tours: routes to be changed, tours to be ranked, cities to be visited.

Only ``Random.random`` is drawn from, as for positions (:mod:`reference.ps2.generate.sampling`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise
from random import Random

Edge = tuple[int, int, int]
Point = tuple[int, int]
Tour = tuple[int, ...]

SIZES = range(17, 41)
"""Cities of the routes to be changed,"""
ROUTES = 2
"""and how many routes there are of each size."""

RANKINGS = 32
RANKED_CITIES = 12
RANKS = 5
"""Tours in one ranking."""
DRAWN = 400
"""Tours of which a ranking is chosen: many, so that some differ by little."""
CLOSE = 1.01
"""Each tour of a ranking is longer than the one before by less than this factor."""
LONGEST = 120
"""Of the distances, as in the handout's examples."""

INSTANCES = 32
PLANE_CITIES = 12
SIDE = 1000
"""Cities lie on integer points of a square of this side."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Distances between cities, and tours of them from the shortest to the longest."""

    id: str
    edges: tuple[Edge, ...]
    tours: tuple[Tour, ...]


def routes() -> Iterator[tuple[str, Tour]]:
    """Id and stops of each route, from the shortest to the longest."""
    rng = Random("pool of routes")
    for size in SIZES:
        for letter in "abcdefgh"[:ROUTES]:
            yield f"{size}-cities-drawn-{letter}", _shuffled(rng, size)


def rankings() -> Iterator[Ranking]:
    """Rankings whose tours are of different and of almost the same length."""
    rng = Random("pool of rankings")
    for number in range(1, RANKINGS + 1):
        edges = [
            (*((one, other) if rng.random() < 0.5 else (other, one)),
             1 + int(rng.random() * LONGEST))
            for one, other in combinations(range(RANKED_CITIES), 2)
        ]  # fmt: skip
        arranged = tuple(edges[index] for index in _shuffled(rng, len(edges)))
        yield Ranking(f"close-drawn-{number}", arranged, _close_tours(rng, arranged))


def instances() -> Iterator[tuple[str, tuple[Point, ...]]]:
    """Id and the different points of each instance."""
    rng = Random("pool of instances")
    for number in range(1, INSTANCES + 1):
        points: dict[Point, None] = {}
        while len(points) < PLANE_CITIES:
            points[int(rng.random() * SIDE), int(rng.random() * SIDE)] = None
        yield f"plane-drawn-{number}", tuple(points)


def _close_tours(rng: Random, edges: tuple[Edge, ...]) -> tuple[Tour, ...]:
    """Tours of different lengths that follow each other closely.

    Whoever forgets the way home has two neighbours the other way round.
    """
    legs = {frozenset((one, other)): distance for one, other, distance in edges}

    def length(tour: Tour) -> int:
        return sum(legs[frozenset(leg)] for leg in pairwise((*tour, tour[0])))

    def one_way(tour: Tour) -> int:
        return sum(legs[frozenset(leg)] for leg in pairwise(tour))

    while True:
        drawn = {length(tour): tour for tour in (_shuffled(rng, RANKED_CITIES)
                                                 for _ in range(DRAWN))}  # fmt: skip
        lengths = sorted(drawn)
        start = int(rng.random() * (len(lengths) - RANKS))
        chosen = lengths[start : start + RANKS]
        tours = tuple(drawn[each] for each in chosen)
        short = [one_way(tour) for tour in tours]
        close = all(longer < CLOSE * shorter for shorter, longer in pairwise(chosen))
        if close and short != sorted(short):
            return tours


def _shuffled(rng: Random, size: int) -> Tour:
    """The numbers below ``size`` in random order."""
    keys = [rng.random() for _ in range(size)]
    return tuple(sorted(range(size), key=keys.__getitem__))

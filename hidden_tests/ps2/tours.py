"""Instances of the travelling salesman problem, as the hidden tests hand them to a student."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from hidden_tests.ps2.smaller import counted

Edge = tuple[int, int, float]
Point = tuple[int, int]


@dataclass(frozen=True)
class Instance:
    """A complete graph of cities 0 … ``cities`` - 1; every pair is in ``distances`` once."""

    name: str
    cities: int
    distances: tuple[Edge, ...]

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return counted(self.cities, "city", "cities")

    def smaller(self) -> Iterator[Instance]:
        """The same without one of the cities, down to two."""
        if self.cities > 2:
            yield from (self.without(city) for city in reversed(range(self.cities)))

    def without(self, city: int) -> Instance:
        """The instance of the other cities, numbered anew."""
        kept = tuple(
            (one - (one > city), other - (other > city), distance)
            for one, other, distance in self.distances
            if city not in {one, other}
        )
        return Instance(self.name, self.cities - 1, kept)

    def edges(self) -> list[Edge]:
        """The distances as the student's functions expect them: a fresh list of tuples."""
        return list(self.distances)

    def length(self, route: Sequence[int]) -> float:
        """Length of the round trip, summed exactly, so that equal tours have equal lengths."""
        legs = zip(route, [*route[1:], route[0]], strict=True)
        return math.fsum(self.between[frozenset(leg)] for leg in legs)

    @cached_property
    def between(self) -> dict[frozenset[int], float]:
        """The distance of each pair; many tours of one instance are looked at."""
        return {frozenset((one, other)): distance for one, other, distance in self.distances}


def on_the_plane(name: str, points: Sequence[Point], seed: int) -> Instance:
    """The instance of cities at integer ``points``, with distances rounded to integers.

    Edges come in an order and in directions drawn from ``seed``. Rounding cannot depend on
    the machine: the root of an integer is never halfway between two integers.
    """
    rng = random.Random(seed)
    edges: list[Edge] = []
    for one in range(len(points)):
        for other in range(one):
            ends = (one, other) if rng.randrange(2) else (other, one)
            edges.append((*ends, round(math.dist(points[one], points[other]))))
    rng.shuffle(edges)
    return Instance(name, len(points), tuple(edges))


HANDOUT_4 = Instance(
    "handout-4",
    4,
    ((1, 0, 10), (0, 3, 22), (2, 1, 8), (2, 3, 30), (1, 3, 25), (0, 2, 15)),
)
"""The four cities of the handout's public tests."""

# fmt: off
HANDOUT_10 = Instance(
    "handout-10",
    10,
    (
        (2, 7, 60), (1, 6, 20), (5, 4, 70), (9, 8, 90), (3, 7, 54), (2, 5, 61), (4, 1, 106),
        (0, 6, 51), (3, 1, 45), (0, 5, 86), (9, 2, 73), (8, 4, 14), (0, 1, 51), (9, 7, 22),
        (3, 2, 22), (8, 1, 120), (5, 7, 92), (5, 6, 60), (6, 2, 10), (8, 3, 78), (9, 6, 82),
        (0, 2, 41), (2, 8, 99), (7, 8, 71), (0, 9, 32), (4, 0, 73), (0, 3, 42), (9, 1, 80),
        (4, 2, 85), (5, 9, 113), (3, 6, 28), (5, 8, 81), (3, 9, 72), (9, 4, 81), (5, 3, 45),
        (7, 4, 60), (6, 8, 106), (0, 8, 85), (4, 6, 92), (7, 6, 70), (7, 0, 22), (7, 1, 73),
        (4, 3, 64), (5, 1, 80), (2, 1, 22),
    ),
)
# fmt: on
"""The ten cities of the handout's public tests."""

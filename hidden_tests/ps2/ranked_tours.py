"""Tours of one instance from the shortest to the longest, for comparing scores."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from hidden_tests.ps2.tours import Edge, Instance

Route = tuple[int, ...]

RANKS = 5
"""Tours in one ranking."""
CLEARLY = 1.02
"""Each tour is longer than the one before by this factor, at least: far beyond rounding."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """An instance and some of its tours, shortest first, no two of nearly the same length."""

    instance: Instance
    tours: tuple[Route, ...]

    def __str__(self) -> str:
        return str(self.instance)

    @property
    def size(self) -> str:
        """How much there is to look at."""
        return self.instance.size

    def smaller(self) -> Iterator[Ranking]:
        """The same with two of the tours, or without one of the cities."""
        if len(self.tours) > 2:
            yield from (Ranking(self.instance, pair) for pair in pairwise(self.tours))
        elif self.instance.cities > 3:
            for city in range(self.instance.cities):
                instance = self.instance.without(city)
                tours = tuple(sorted(map(_without(city), self.tours), key=instance.length))
                if _clearly_apart(instance, tours):
                    yield Ranking(instance, tours)


def ranking(
    name: str,
    cities: int,
    distance: Callable[[random.Random], float],
    arrange: Callable[[list[Edge]], list[Edge]] | None = None,
) -> Ranking:
    """Draw an instance and `RANKS` of its tours; the same ones for the same name.

    Distances have no geometry behind them, so an evaluation cannot be right by accident. At
    least one pair of neighbouring ranks is the other way round if the way home is forgotten:
    by turns, tours start so that this is their shortest leg or their longest one.

    Args:
        name: of the case; also the seed.
        cities: at least 5.
        distance: draws one distance.
        arrange: puts the edges into the order and direction wanted; both are random without.
    """
    rng = random.Random(name)
    while True:
        edges: list[Edge] = []
        for one, other in combinations(range(cities), 2):
            ends = (one, other) if rng.randrange(2) else (other, one)
            edges.append((*ends, distance(rng)))
        rng.shuffle(edges)
        instance = Instance(name, cities, tuple(arrange(edges) if arrange else edges))
        drawn = [tuple(rng.sample(range(cities), cities)) for _ in range(10 * RANKS)]
        tours = tuple(
            _started(instance, tour, min if rank % 2 == 0 else max)
            for rank, tour in enumerate(_ranked(instance, drawn))
        )
        if len(tours) == RANKS and _needs_the_way_home(instance, tours):
            return Ranking(instance, tours)


def _ranked(instance: Instance, drawn: Sequence[Route]) -> list[Route]:
    """The shortest of some tours, and then each time the next one that is clearly longer."""
    ranked: list[Route] = []
    for tour in sorted(drawn, key=instance.length):
        if len(ranked) < RANKS and _clearly_apart(instance, (*ranked[-1:], tour)):
            ranked.append(tour)
    return ranked


def every_edge(name: str, cities: int) -> Ranking:
    """Tours that have every edge of an instance among them, each just once, and differ by 1 each.

    So a single edge that is left out, or taken for another one, shows. The tours are Walecki's: a
    zigzag through all cities but one, which stand in a circle, is turned by one city at a time.

    Args:
        name: of the case; also the seed.
        cities: an odd number.
    """
    rng = random.Random(name)
    around = cities - 1
    steps = [(-step if step % 2 == 0 else step + 1) // 2 for step in range(around)]
    tours = [(around, *((first + step) % around for step in steps)) for first in range(around // 2)]
    legs = [list(map(frozenset, zip(tour, (*tour[1:], tour[0]), strict=True))) for tour in tours]
    drawn = [[rng.randint(1, 100) for _ in tour] for tour in tours]
    longest = max(map(sum, drawn))
    lengths = {}
    for rank, (edges, distances) in enumerate(zip(legs, drawn, strict=True)):
        each, rest = divmod(longest + rank - sum(distances), cities)
        for place, edge in enumerate(edges):
            lengths[edge] = distances[place] + each + (place < rest)
    ends = [rng.sample(sorted(edge), 2) for edge in lengths]
    rng.shuffle(ends)
    listed = tuple((one, other, lengths[frozenset((one, other))]) for one, other in ends)
    return Ranking(Instance(name, cities, listed), tuple(tours))


def close_together(name: str, given: Ranking, scale: int) -> Ranking:
    """The instance of ``given``, its distances ``scale`` longer, and tours that differ by 1 each.

    Each tour exchanges two cities of the one before, and the distance of one of the legs that only
    the later tour has is set so that it comes to just 1 more.
    """
    legs = {
        frozenset((one, other)): distance + scale
        for one, other, distance in given.instance.distances
    }
    tours = [given.tours[0]]
    for place in (1, given.instance.cities // 2):
        last = tours[-1]
        swapped = last[place + 1], last[place]
        tours.append((*last[:place], *swapped, *last[place + 2 :]))
        fresh = frozenset((last[place - 1], last[place + 1]))
        legs[fresh] += 1 + _length(last, legs) - _length(tours[-1], legs)
    edges = tuple(
        (one, other, legs[frozenset((one, other))]) for one, other, _ in given.instance.distances
    )
    instance = replace(given.instance, name=name, distances=edges)
    lengths = [instance.length(tour) for tour in tours]
    if lengths != [lengths[0], lengths[0] + 1, lengths[0] + 2] or min(legs.values()) <= 0:
        raise ValueError(f"{name}: the tours of {given} cannot be brought so close; take others")
    return Ranking(instance, tuple(tours))


def ranked_otherwise(name: str, given: Ranking, changed: Mapping[int, int]) -> Ranking:
    """The instance of ``given`` with some lengths exchanged, and tours that it ranks otherwise.

    Args:
        changed: by the index of an edge, the index of the edge whose length it gets.
    """
    rng = random.Random(name)
    old = given.instance.distances
    edges = tuple(
        (one, other, old[changed.get(index, index)][2]) for index, (one, other, _) in enumerate(old)
    )
    instance = replace(given.instance, name=name, distances=edges)
    while True:
        drawn = [tuple(rng.sample(range(instance.cities), instance.cities)) for _ in range(4)]
        tours = tuple(sorted(drawn, key=instance.length))
        before = [given.instance.length(tour) for tour in tours]
        if _clearly_apart(instance, tours) and before != sorted(before):
            return Ranking(instance, tours)


def _length(tour: Route, legs: Mapping[frozenset[int], float]) -> float:
    return sum(legs[frozenset(leg)] for leg in zip(tour, (*tour[1:], tour[0]), strict=True))


def with_other_distances(name: str, given: Ranking) -> Ranking:
    """The tours of ``given`` with other distances: what was the shortest tour is the longest."""
    lengths = [length for *_, length in given.instance.distances]
    both = min(lengths) + max(lengths)
    edges = tuple((one, other, both - length) for one, other, length in given.instance.distances)
    return Ranking(replace(given.instance, name=name, distances=edges), given.tours[::-1])


def _without(city: int) -> Callable[[Route], Route]:
    """What leaves ``city`` out of a route and numbers the others anew."""
    return lambda tour: tuple(stop - (stop > city) for stop in tour if stop != city)


def _started(instance: Instance, tour: Route, way_home: Callable[..., int]) -> Route:
    """The tour, started where ``way_home``, which is min or max, finds its last leg by length."""
    first = way_home(
        range(len(tour)), key=lambda stop: instance.between[frozenset((tour[stop - 1], tour[stop]))]
    )
    return tour[first:] + tour[:first]


def _clearly_apart(instance: Instance, tours: tuple[Route, ...]) -> bool:
    lengths = [instance.length(tour) for tour in tours]
    return all(longer > CLEARLY * shorter for shorter, longer in pairwise(lengths))


def _needs_the_way_home(instance: Instance, tours: tuple[Route, ...]) -> bool:
    one_way = [sum(instance.between[frozenset(leg)] for leg in pairwise(tour)) for tour in tours]
    return one_way != sorted(one_way)

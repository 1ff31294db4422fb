"""Chooses the instances of the greedy benchmark and works out the tours that frame them.

An instance is only worth its climb if greedy is clearly beaten on it, by an honest climb and
not by luck. So candidates are drawn from numbered seeds, and the first one is taken on which
greedy's tour is longer than the best known one by the ``MINIMUM_RATIO``. Seeds are the only
source of chance; the same file comes out on every machine.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, count

from reference.ps2.generate import HIDDEN_TESTS
from reference.ps2.generate.best_tour import Matrix, best_tour, improve, tour_length
from reference.ps2.greedy import Role, greedy

PATH = HIDDEN_TESTS / "instances.json"

Point = tuple[int, int]

MINIMUM_RATIO = {True: 1.2, False: 1.3}
"""Length of greedy's tour over that of the best known one, at least, if it may choose its start and
if not. Climbs over 2-opt end some 2 to 8 percent above the best known tour."""
SIDE = 1000
"""Cities lie on integer points of a square of this side."""
CLUSTER = 50
"""Half the distance, along either axis, that a clustered city may be from its centre."""
KICKS = 400
"""Effort spent on the best known tour of a chosen instance."""
BREEDING_ROUNDS = 250
"""Cities moved in turn to make an instance adversarial."""


def uniform(cities: int, rng: random.Random) -> list[Point]:
    """Distinct points drawn evenly from the square."""
    return _distinct(cities, lambda: (rng.randrange(SIDE), rng.randrange(SIDE)))


def clustered(cities: int, rng: random.Random) -> list[Point]:
    """Distinct points close to a few centres."""
    centres = uniform(max(3, cities // 8), rng)

    def spread() -> int:
        # Integers only: a normal distribution would go through the platform's mathematics.
        return rng.randint(-CLUSTER, CLUSTER) + rng.randint(-CLUSTER, CLUSTER)

    def near_a_centre() -> Point:
        x, y = rng.choice(centres)
        return x + spread(), y + spread()

    return _distinct(cities, near_a_centre)


def adversarial(cities: int, rng: random.Random) -> list[Point]:
    """Points bred against nearest neighbour.

    Cities of a uniform instance are moved one at a time, and a move stays if the greedy tour
    then compares no better with a good one. The good one is repaired from the tour before the
    move, so it only ever flatters greedy.
    """
    points = uniform(cities, rng)
    tour = improve(list(range(cities)), _matrix(points))
    ratio = 0.0
    for _ in range(BREEDING_ROUNDS):
        moved = list(points)
        moved[rng.randrange(cities)] = (rng.randrange(SIDE), rng.randrange(SIDE))
        if len(set(moved)) < cities:
            continue
        distance = _matrix(moved)
        repaired = improve(tour, distance)
        new_ratio = _greedy_length(moved) / tour_length(repaired, distance)
        if new_ratio >= ratio:
            points, tour, ratio = moved, repaired, new_ratio
    return points


@dataclass(frozen=True, slots=True)
class Wanted:
    """One line of the file to be written."""

    role: Role
    family: Callable[[int, random.Random], list[Point]]
    cities: int

    @property
    def name(self) -> str:
        """Unique among all that are wanted."""
        return f"{self.family.__name__}-{self.cities}"

    def points(self, seed: int) -> list[Point]:
        """The candidate of this kind that is numbered ``seed``."""
        return self.family(self.cities, random.Random(f"{self.name}:{seed}"))


WANTED = (
    Wanted(Role.END_TO_END, uniform, 12),
    Wanted(Role.END_TO_END, clustered, 16),
    Wanted(Role.END_TO_END, adversarial, 20),
    Wanted(Role.RESTARTS, uniform, 30),
    Wanted(Role.RESTARTS, clustered, 30),
    Wanted(Role.RESTARTS, adversarial, 30),
    Wanted(Role.CLIMB, uniform, 32),
    Wanted(Role.CLIMB, clustered, 36),
    Wanted(Role.CLIMB, adversarial, 40),
)


def render() -> str:
    """Return the text of ``instances.json``: a list, one instance per line."""
    lines = ",\n".join(json.dumps(_choose(wanted)) for wanted in WANTED)
    return f"[\n{lines}\n]\n"


def _choose(wanted: Wanted) -> dict[str, object]:
    """The first candidate on which greedy is bad enough, with its two lengths."""
    candidates = ((seed, wanted.points(seed)) for seed in count())
    any_start = wanted.role.any_start
    seed, points = next(
        (seed, points)
        for seed, points in candidates
        if _greedy_is_clearly_beaten(points, any_start=any_start)
    )
    distance = _matrix(points)
    best = best_tour(distance, KICKS, random.Random(wanted.name))
    return {
        "name": wanted.name,
        "role": wanted.role.value,
        "seed": seed,
        "greedy": _greedy_route(points, any_start=any_start),
        "best_known": best,
        "points": points,
    }


def _greedy_is_clearly_beaten(points: list[Point], *, any_start: bool) -> bool:
    """Whether a rough tour, which can only flatter greedy, already shows the ratio asked for."""
    distance = _matrix(points)
    rough = tour_length(improve(list(range(len(points))), distance), distance)
    return _greedy_length(points, any_start=any_start) >= MINIMUM_RATIO[any_start] * rough


def _greedy_length(points: list[Point], *, any_start: bool = False) -> int:
    return tour_length(_greedy_route(points, any_start=any_start), _matrix(points))


def _greedy_route(points: list[Point], *, any_start: bool = False) -> list[int]:
    """Greedy's tour from city 0, or the shortest of those from every city."""
    cities = range(len(points))
    distance = _matrix(points)
    edges = [(one, other, float(distance[one][other])) for one, other in combinations(cities, 2)]
    routes = [greedy(len(cities), edges, start) for start in (cities if any_start else [0])]
    return min(routes, key=lambda route: tour_length(route, distance))


def _matrix(points: list[Point]) -> Matrix:
    return [[round(math.dist(one, other)) for other in points] for one in points]


def _distinct(cities: int, draw: Callable[[], Point]) -> list[Point]:
    points: dict[Point, None] = {}
    while len(points) < cities:
        points[draw()] = None
    return list(points)

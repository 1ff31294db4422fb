"""The frozen instances on which a climb has to find a shorter tour than greedy does."""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from grader.model.figures import Mark, Route, RouteFigure
from grader.testing import Answer, Trial
from hidden_tests.ps2.figures import ATTEMPTS
from hidden_tests.ps2.tour_checks import Route as Tour
from hidden_tests.ps2.tour_checks import check_tour
from hidden_tests.ps2.tours import Instance, Point, on_the_plane
from reference.ps2.greedy import Role

PATH = Path(__file__).with_name("instances.json")
REPEATS = 2
"""Climbs of a run with restarts: a single one wins already, and each costs a while."""


@dataclass(frozen=True)
class Benchmark:
    """An instance with the two tours that frame what a climb can do on it.

    Attributes:
        points: where the cities are.
        greedy_route: the nearest-neighbour tour, from city 0 or from the city where it comes out
            shortest, as the role says.
        best_route: the shortest tour which the generator found.
    """

    instance: Instance
    role: Role
    points: tuple[Point, ...]
    greedy_route: tuple[int, ...]
    best_route: tuple[int, ...]

    def __str__(self) -> str:
        return str(self.instance)

    @functools.cached_property
    def greedy(self) -> float:
        """Length of greedy's tour, which is to be beaten."""
        return self.length(self.greedy_route)

    @functools.cached_property
    def best_known(self) -> float:
        """Length of the best tour known."""
        return self.length(self.best_route)

    @functools.cached_property
    def lengths(self) -> Mapping[tuple[int, int], float]:
        """The distance between any two cities, in either order."""
        there = {(one, other): distance for one, other, distance in self.instance.distances}
        return there | {(other, one): distance for (one, other), distance in there.items()}

    def length(self, route: Sequence[int]) -> float:
        """As :meth:`Instance.length`, for many routes."""
        return math.fsum(map(self.lengths.__getitem__, _legs(route)))

    def is_peak(self, route: Sequence[int]) -> bool:
        """Whether no reversed segment (2-opt) makes ``route`` shorter.

        To reverse a segment is to exchange the two legs at its ends for two others, so the lengths
        of whole tours need not be asked for. Distances are integers, so nothing is rounded.
        """
        between = self.lengths
        return all(
            between[one, two] + between[three, four] <= between[one, three] + between[two, four]
            for (one, two), (three, four) in combinations(_legs(route), 2)
            if two != three and four != one
        )

    def figures(self, length: float) -> dict[str, str | float]:
        """What a report says of one attempt: lengths, and the distance to both frames.

        ``margin`` is the share of greedy's length that was saved, ``above_best`` the share by
        which the route exceeds the best known one.
        """
        return {
            "instance": self.instance.name,
            "length": length,
            "greedy": self.greedy,
            "best_known": self.best_known,
            "margin": round(1 - length / self.greedy, 4),
            "above_best": round(length / self.best_known - 1, 4),
        }

    def drawn(self, route: Sequence[int]) -> RouteFigure:
        """A student's tour over the two that frame it."""
        tours = (
            Route(Mark.RIGHT, "best known", self.best_route, self.best_known),
            Route(Mark.BASELINE, "greedy", self.greedy_route, self.greedy),
            Route(Mark.YOURS, "yours", tuple(route), self.length(route)),
        )
        return RouteFigure(self.points, tours, f"The last attempt, on {self.instance}")


def beat_greedy(
    trial: Trial, role: Role, find: Callable[[Instance], Answer]
) -> list[tuple[Benchmark, Tour]]:
    """Demand that what ``find`` returns is mostly a shorter tour than greedy's.

    Attempts go through the instances for ``role`` in turn, so that every submission is measured on
    the same ones.

    Returns:
        The tour of every attempt, with what it is measured by.
    """
    framed = benchmarks(role)
    found: list[tuple[Benchmark, Tour]] = []
    drawn: list[RouteFigure] = []
    for attempt in trial.attempts(measures=ATTEMPTS):
        benchmark = framed[(attempt.number - 1) % len(framed)]
        instance = benchmark.instance
        route = check_tour(find(instance).value, instance.cities)
        length = benchmark.length(route)
        attempt.record(length < benchmark.greedy, **benchmark.figures(length))
        found.append((benchmark, route))
        drawn = [benchmark.drawn(route)]
    trial.verify(
        "The tours were rarely or never shorter than greedy's.",
        expected="a shorter tour than greedy's in nearly every attempt",
        actual=f"in {trial.successes} of {len(trial.made)} attempts",
        figures=drawn,
        code="not_shorter_than_greedy",
    )
    return found


@functools.cache
def benchmarks(role: Role) -> tuple[Benchmark, ...]:
    """The frozen benchmarks for ``role``, smallest first."""
    records = json.loads(PATH.read_text(encoding="utf-8"))
    return tuple(_benchmark(record) for record in records if record["role"] == role.value)


def _benchmark(record: dict[str, Any]) -> Benchmark:
    points = tuple((x, y) for x, y in record["points"])
    return Benchmark(
        instance=on_the_plane(record["name"], points, record["seed"]),
        role=Role(record["role"]),
        points=points,
        greedy_route=tuple(record["greedy"]),
        best_route=tuple(record["best_known"]),
    )


def _legs(route: Sequence[int]) -> list[tuple[int, int]]:
    """The legs of a round trip, that back to its beginning first."""
    return [(route[index - 1], city) for index, city in enumerate(route)]

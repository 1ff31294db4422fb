"""The frozen instances on which a climb has to find a shorter tour than greedy does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from grader.testing import Answer, Trial
from hidden_tests.ps2.tour_checks import check_tour
from hidden_tests.ps2.tours import Instance, on_the_plane

PATH = Path(__file__).with_name("instances.json")
REPEATS = 2
"""Climbs of a run with restarts: a single one wins already, and each costs a while."""


class Role(Enum):
    """Which of the student's functions an instance is for; decides how large it may be."""

    CLIMB = "climb"
    """1.6: one climb over the reference's transition and evaluation, 40 to 60 cities."""
    RESTARTS = "restarts"
    """1.7: a few climbs of the reference's, 30 cities."""
    END_TO_END = "end_to_end"
    """All four functions are the student's: at most 20 cities, because an honest evaluation
    that scans the list of edges makes a climb cost more than the fifth power of their number."""

    @property
    def any_start(self) -> bool:
        """Whether greedy may choose its start, which no climb over 2-opt needs to fear.

        The best of a greedy tour per city is an answer without any climbing, and must not pass
        for one. On small instances it is nearly the shortest tour there is, and out of reach for
        an honest climb that only exchanges two cities.
        """
        return self is not Role.END_TO_END


@dataclass(frozen=True, slots=True)
class Benchmark:
    """An instance with the two lengths that frame what a climb can do on it.

    ``greedy`` is the length of the nearest-neighbour tour, from city 0 or from the city where
    that is shortest, as the role says; ``best_known`` is that of the shortest tour which the
    generator found.
    """

    instance: Instance
    role: Role
    greedy: int
    best_known: int

    def __str__(self) -> str:
        return str(self.instance)

    def figures(self, length: float) -> dict[str, str | float]:
        """What a report tells of one attempt: lengths, and the distance to both frames.

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


def beat_greedy(trial: Trial, role: Role, find: Callable[[Instance], Answer]) -> None:
    """Demand that what ``find`` returns is mostly a shorter tour than greedy's.

    Attempts go through the instances for ``role`` in turn, so that every submission is measured on
    the same ones.
    """
    framed = benchmarks(role)
    for attempt in trial.attempts():
        benchmark = framed[(attempt.number - 1) % len(framed)]
        instance = benchmark.instance
        length = instance.length(check_tour(find(instance).value, instance.cities))
        attempt.record(length < benchmark.greedy, **benchmark.figures(length))
    trial.verify(
        "The tours were seldom or never shorter than greedy's.",
        expected="a shorter tour than greedy's in nearly every attempt",
        actual=f"in {trial.successes} of {len(trial.made)} attempts",
    )


def benchmarks(role: Role) -> tuple[Benchmark, ...]:
    """The frozen benchmarks for ``role``, smallest first."""
    records = json.loads(PATH.read_text(encoding="utf-8"))
    return tuple(_benchmark(record) for record in records if record["role"] == role.value)


def _benchmark(record: dict[str, Any]) -> Benchmark:
    points = [(x, y) for x, y in record["points"]]
    return Benchmark(
        instance=on_the_plane(record["name"], points, record["seed"]),
        role=Role(record["role"]),
        greedy=record["greedy"],
        best_known=record["best_known"],
    )

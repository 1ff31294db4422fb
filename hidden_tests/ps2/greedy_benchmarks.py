"""The frozen instances on which a climb has to find a shorter tour than greedy does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from hidden_tests.ps2.tours import Instance, on_the_plane

PATH = Path(__file__).with_name("instances.json")


class Role(Enum):
    """Which of the student's functions an instance is for; decides how large it may be."""

    CLIMB = "climb"
    """1.6: one climb over the reference's transition and evaluation, 40 to 60 cities."""
    RESTARTS = "restarts"
    """1.7: a few climbs of the reference's."""
    END_TO_END = "end_to_end"
    """All four functions are the student's: at most 20 cities, because an honest evaluation
    that scans the list of edges makes a climb cost more than the fifth power of their number."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """An instance with the two lengths that frame what a climb can do on it.

    ``greedy`` is the length of the nearest-neighbour tour from city 0, ``best_known`` that of
    the shortest tour which the generator found.
    """

    instance: Instance
    role: Role
    greedy: int
    best_known: int

    def __str__(self) -> str:
        return str(self.instance)

    def figures(self, route: Sequence[int]) -> dict[str, float]:
        """What a report tells of one attempt: lengths, and the distance to both frames.

        ``margin`` is the share of greedy's length that was saved, ``above_best`` the share by
        which the route exceeds the best known one.
        """
        length = self.instance.length(route)
        return {
            "length": length,
            "greedy": self.greedy,
            "best_known": self.best_known,
            "margin": round(1 - length / self.greedy, 4),
            "above_best": round(length / self.best_known - 1, 4),
        }


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

"""The frozen pools, of which each submission gets a few cases beside those that everybody gets.

The cases of a pool are equally hard. Where a pool has parts, of which a submission gets one each,
they follow each other: first those with Black to move, for example, then those with White.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from hidden_tests.ps2.positions import (
    Evaluation,
    MoveSet,
    Position,
    evaluation_of,
    move_set_of,
    position_of,
)
from hidden_tests.ps2.ranked_tours import Ranking
from hidden_tests.ps2.tours import Instance, on_the_plane

PATH = Path(__file__).with_name("pools.json")

Route = tuple[int, ...]


@cache
def searches(*families: str) -> tuple[Position, ...]:
    """Positions of these families, of which one has a pool: Black moves in the first half."""
    return tuple(position_of(entry) for entry in _entries("searches", *families))


@cache
def move_sets(*families: str) -> tuple[MoveSet, ...]:
    """Boards for task 2.1, one family after the other, Black to move first in each."""
    return tuple(
        move_set_of(entry) for family in families for entry in _entries("move_sets", family)
    )


@cache
def evaluations(family: str) -> tuple[Evaluation, ...]:
    """Boards for task 5.1 of this family."""
    return tuple(evaluation_of(entry) for entry in _entries("evaluations", family))


def routes() -> list[tuple[str, Route]]:
    """Name and stops of routes for task 1.3, from the shortest to the longest."""
    return [(entry["id"], tuple(entry["stops"])) for entry in _file()["routes"]]


def rankings() -> list[Ranking]:
    """Tours of almost the same length, for task 1.4."""
    return [
        Ranking(
            Instance(entry["id"], len(entry["tours"][0]), tuple(map(tuple, entry["edges"]))),
            tuple(map(tuple, entry["tours"])),
        )
        for entry in _file()["rankings"]
    ]


def instances() -> list[Instance]:
    """Cities on the plane, for task 1.6."""
    return [
        on_the_plane(entry["id"], [(x, y) for x, y in entry["points"]], seed=number)
        for number, entry in enumerate(_file()["instances"])
    ]


def _entries(section: str, *families: str) -> list[dict[str, Any]]:
    """The entries of a section that are of these families, in the order of the file."""
    found = [entry for entry in _file()[section] if entry["family"] in families]
    if not found:
        raise ValueError(f"{PATH.name} has no {' or '.join(families)} in {section}")
    return found


@cache
def _file() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return document

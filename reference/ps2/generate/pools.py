"""The text of the file of pools, of which each submission gets a few cases: one case per line.

Each pool is one section or one family of a section, in the order in which it is cut into parts.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from reference.ps2.generate import HIDDEN_TESTS, pool_boards, pool_positions, pool_tours
from reference.ps2.oracle import solve

PATH = HIDDEN_TESTS / "pools.json"


def render() -> str:
    """The whole file. Takes some seconds and gives the same text on every machine.

    Raises ``AssertionError`` if two cases of a section share a name.
    """
    sections = {
        "searches": _searches(),
        "move_sets": _move_sets(),
        "evaluations": _evaluations(),
        "routes": ({"id": name, "stops": stops} for name, stops in pool_tours.routes()),
        "rankings": (
            {"id": each.id, "edges": each.edges, "tours": each.tours}
            for each in pool_tours.rankings()
        ),
        "instances": ({"id": name, "points": each} for name, each in pool_tours.instances()),
    }
    return "{\n" + ",\n".join(_section(*section) for section in sections.items()) + "\n}\n"


def _searches() -> Iterator[Mapping[str, Any]]:
    for name, family, setting in pool_positions.choose():
        rows = setting.position.rows
        solution = solve(rows, setting.depth, setting.player)
        yield {
            "id": name,
            "family": family,
            "board": rows,
            "player": setting.player.name,
            "depth": setting.depth,
            "score": solution.score,
            "moves": sorted(solution.moves),
        }


def _move_sets() -> Iterator[Mapping[str, Any]]:
    for case in pool_boards.move_sets():
        yield {
            "id": case.id,
            "family": case.family,
            "board": case.position.rows,
            "player": case.player.name,
            "moves": sorted(case.moves),
        }


def _evaluations() -> Iterator[Mapping[str, Any]]:
    for case in pool_boards.evaluations():
        yield {
            "id": case.id,
            "family": case.family,
            "board": case.position.rows,
            "score": case.score,
        }


def _section(name: str, cases: Iterator[Mapping[str, Any]]) -> str:
    """One section of the document, an entry per line."""
    entries = list(cases)
    uses = Counter(entry["id"] for entry in entries)
    if twice := sorted(case for case, count in uses.items() if count > 1):
        raise AssertionError(f"Names used twice in {name}: {', '.join(twice)}.")
    lines = [json.dumps(entry) for entry in entries]
    return f"{json.dumps(name)}: [\n" + ",\n".join(lines) + "\n]"

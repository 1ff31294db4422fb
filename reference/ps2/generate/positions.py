"""The text of the file of frozen Breakthrough positions: one case per line, sections by task."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from reference.ps2.generate import HIDDEN_TESTS, boards, pruning, searches
from reference.ps2.generate.families import FAMILIES, Setting
from reference.ps2.generate.mistakes import ALPHA_BETA, FULL_WIDTH
from reference.ps2.oracle import Solution
from reference.ps2.provided.breakthrough import Move

PATH = HIDDEN_TESTS / "positions.json"

LEAST = 5
"""Every mistake has to be shown by at least so many positions."""


def render() -> str:
    """The whole file. Takes a minute or two and gives the same text on every machine.

    Raises ``AssertionError`` if a mistake is hardly shown or two cases share a name.
    """
    chosen = list(searches.choose())
    shown = Counter(mistake for position in chosen for mistake in position.shows)
    hidden = [mistake for mistake in (*FULL_WIDTH, *ALPHA_BETA) if shown[mistake] < LEAST]
    if hidden:
        raise AssertionError(f"Shown by fewer than {LEAST} positions: {', '.join(hidden)}.")

    sections: dict[str, Iterable[Mapping[str, Any]] | Mapping[str, str]] = {
        "families": {
            "handout": "the handout's own",
            **{family.name: family.title for family in FAMILIES},
            "finished": "the game is over",
            "transposed": "reached in several orders of moves, within other bounds",
            "crowded": "many moves, many pawns, or many more pawns on one side",
            "retaken": "pawns that capture on the last ply could be captured back",
            "reordered": "it makes a difference in which order moves are listed",
            "home_rows": "it makes a difference which of the pawns at home has left",
            "cut_short": "a search that prunes a little too much goes wrong",
            "alike": "boards that follow each other and are easily taken for one another",
        },
        "mistakes": {
            mistake: f"{what} ({shown[mistake]} positions)"
            for mistake, what in (FULL_WIDTH | ALPHA_BETA).items()
        },
        "searches": [
            {
                "id": position.id,
                "family": position.family,
                **_asked(position.setting, position.solution),
                "shows": position.shows,
            }
            for position in chosen
        ],
        "pruning": [
            {
                "id": case.id,
                "plain": case.plain,
                "reference": case.reference,
                "limit": case.limit,
                "roots": [
                    {"id": f"{case.id}_{number}", "family": "pruning", **_asked(*root)}
                    for number, root in enumerate(case.roots, start=1)
                ],
            }
            for case in pruning.choose()
        ],
        "move_sets": [
            {
                "id": case.id,
                "family": case.family,
                "board": case.position.rows,
                "player": case.player.name,
                "moves": _written(case.moves),
            }
            for case in boards.move_sets()
        ],
        "evaluations": [
            {
                "id": case.id,
                "family": case.family,
                "board": case.position.rows,
                "score": case.score,
            }
            for case in boards.evaluations()
        ],
    }
    return "{\n" + ",\n".join(_section(*section) for section in sections.items()) + "\n}\n"


def _asked(setting: Setting, solution: Solution) -> dict[str, Any]:
    return {
        "board": setting.position.rows,
        "player": setting.player.name,
        "depth": setting.depth,
        "score": solution.score,
        "moves": _written(solution.moves),
    }


def _written(moves: Iterable[Move]) -> list[Move]:
    return sorted(moves)


def _section(name: str, content: Iterable[Mapping[str, Any]] | Mapping[str, str]) -> str:
    """One section of the document, an entry per line."""
    if isinstance(content, Mapping):
        lines = [f"{json.dumps(key)}: {json.dumps(text)}" for key, text in content.items()]
        return f"{json.dumps(name)}: {{\n" + ",\n".join(lines) + "\n}"
    entries = list(content)
    uses = Counter(entry["id"] for entry in entries)
    if twice := sorted(case for case, count in uses.items() if count > 1):
        raise AssertionError(f"Names used twice in {name}: {', '.join(twice)}.")
    lines = [json.dumps(entry) for entry in entries]
    return f"{json.dumps(name)}: [\n" + ",\n".join(lines) + "\n]"

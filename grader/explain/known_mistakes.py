"""Reads and writes known mistakes: how each case goes for a solution that makes one.

``diagnoses.json`` stands beside the hidden tests and is written by ``grade author diagnoses``.
Without it nothing is known, and nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

NAME = "diagnoses.json"

_UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class KnownMistake:
    """The outcomes of one task's cases for one known-wrong solution.

    Attributes:
        name: of the known-wrong solution that makes it.
        sentence: what the mistake is, for people.
        outcomes: the symptom of each case, as its digest. Of a case that is not there nothing is
            known.
        by_chance: whether chance has a part in it. It is never named then, and has no outcomes.
    """

    name: str
    sentence: str
    outcomes: Mapping[str, str] = field(default_factory=dict)
    by_chance: bool = False


@dataclass(frozen=True, slots=True)
class KnownMistakes:
    """All known mistakes of an assignment, by task.

    Attributes:
        seeds: of the gradings that were recorded.
        tasks: the mistakes in each task, by the task's id.
    """

    seeds: tuple[int, ...] = ()
    tasks: Mapping[str, Sequence[KnownMistake]] = field(default_factory=dict)

    def of(self, task: str) -> Sequence[KnownMistake]:
        """Return the known mistakes in the task with the id ``task``."""
        return self.tasks.get(task, ())


def read_known_mistakes(path: Path) -> KnownMistakes:
    """Return the mistakes in the file ``path``; none if the file does not exist.

    Raises:
        ValueError: if it cannot be used. The message is a sentence that names the file.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return KnownMistakes()
    except (OSError, ValueError, RecursionError) as problem:
        raise ValueError(f"{path} cannot be read: {problem}.") from None
    try:
        tasks = {
            task: [_mistake(part["cases"], row) for row in part["mistakes"]]
            for task, part in document["tasks"].items()
        }
        return KnownMistakes(tuple(document["seeds"]), tasks)
    except (AttributeError, LookupError, TypeError, ValueError) as problem:
        raise ValueError(
            f"{path} does not hold known mistakes ({type(problem).__name__}: {problem}); write it "
            "anew with `grade author diagnoses`."
        ) from None


def _mistake(cases: Sequence[str], row: Mapping[str, Any]) -> KnownMistake:
    if row.get("by_chance"):
        return KnownMistake(**row)
    seen = zip(cases, _unpack_outcomes(row["outcomes"]), strict=True)
    return KnownMistake(
        **{**row, "outcomes": {case: each for case, each in seen if each != _UNKNOWN}}
    )


def dump_known_mistakes(mistakes: KnownMistakes) -> str:
    """Return ``mistakes`` as the text of a file, a case or a mistake to a line."""
    tasks = ",\n".join(_task(task, known) for task, known in mistakes.tasks.items())
    return f'{{\n "seeds": {json.dumps(mistakes.seeds)},\n "tasks": {{\n{tasks}\n }}\n}}\n'


def _task(id: str, mistakes: Sequence[KnownMistake]) -> str:
    cases = list(dict.fromkeys(case for mistake in mistakes for case in mistake.outcomes))
    listed = [json.dumps(case) for case in cases]
    rows = [json.dumps(_row(mistake, cases), ensure_ascii=False) for mistake in mistakes]
    return (
        f"  {json.dumps(id)}: {{\n"
        f'   "cases": [\n    {_lines(listed)}\n   ],\n'
        f'   "mistakes": [\n    {_lines(rows)}\n   ]\n'
        "  }"
    )


def _lines(items: Sequence[str]) -> str:
    return ",\n    ".join(items)


def _row(mistake: KnownMistake, cases: Sequence[str]) -> dict[str, object]:
    row: dict[str, object] = {"name": mistake.name, "sentence": mistake.sentence}
    if mistake.by_chance:
        return row | {"by_chance": True}
    return row | {
        "outcomes": _pack_outcomes(mistake.outcomes.get(case, _UNKNOWN) for case in cases)
    }


def _pack_outcomes(outcomes: Iterator[str]) -> str:
    """Return one word for each run of equal outcomes: ``word*3`` stands for three."""
    counted = ((word, len(list(alike))) for word, alike in groupby(outcomes))
    return " ".join(word if count == 1 else f"{word}*{count}" for word, count in counted)


def _unpack_outcomes(text: str) -> list[str]:
    outcomes: list[str] = []
    for word in text.split():
        outcome, _, count = word.partition("*")
        outcomes += [outcome] * int(count or 1)
    return outcomes

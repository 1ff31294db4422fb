"""Known mistakes: how each case goes for a solution that makes one.

``diagnoses.json`` stands beside the hidden tests and is written by ``grade diagnoses``.
Without it nothing is known, and nothing is said.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

NAME = "diagnoses.json"

_UNKNOWN = ("?",)


@dataclass(frozen=True, slots=True)
class Mistake:
    """What a mistake comes to in one task.

    Attributes:
        name: of the known-wrong solution that makes it.
        sentence: what the mistake is, for people.
        by_chance: whether chance has a part in it, so that loose symptoms are compared.
        outcomes: the symptoms that were seen of each case. Of a case that is not named nothing is
            known.
        margins: of trials, the mean over their attempts.
        also: other tasks that the same solution has wrong.
    """

    name: str
    sentence: str
    by_chance: bool
    outcomes: Mapping[str, tuple[str, ...]]
    margins: Mapping[str, float] = field(default_factory=dict)
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mistakes:
    """All that is known of an assignment's mistakes.

    Attributes:
        seeds: of the gradings that were recorded.
        tasks: the mistakes in each task, by the task's id.
    """

    seeds: tuple[int, ...] = ()
    tasks: Mapping[str, Sequence[Mistake]] = field(default_factory=dict)

    def of(self, task: str) -> Sequence[Mistake]:
        """The mistakes in the task with the id ``task``."""
        return self.tasks.get(task, ())


def read(path: Path, only: Collection[str] | None = None) -> Mistakes:
    """The mistakes in the file ``path``; none if there is no such file.

    Args:
        only: ids of the tasks that are of interest; by default, all.

    Raises:
        ValueError: if it cannot be used. The message is a sentence that names the file.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return Mistakes()
    except (OSError, ValueError, RecursionError) as problem:
        raise ValueError(f"{path} cannot be read: {problem}.") from None
    try:
        tasks = {
            task: [_mistake(part["cases"], row) for row in part["mistakes"]]
            for task, part in document["tasks"].items()
            if only is None or task in only
        }
        return Mistakes(tuple(document["seeds"]), tasks)
    except (AttributeError, LookupError, TypeError, ValueError) as problem:
        raise ValueError(
            f"{path} does not hold known mistakes ({type(problem).__name__}: {problem}); write it "
            "anew with `grade diagnoses`."
        ) from None


def _mistake(cases: Sequence[str], row: Mapping[str, Any]) -> Mistake:
    seen = zip(cases, _unpacked(row["outcomes"]), strict=True)
    known = {case: symptoms for case, symptoms in seen if symptoms != _UNKNOWN}
    also = tuple(row.get("also", ()))
    return Mistake(**{"by_chance": False, **row, "outcomes": known, "also": also})


def dumps(mistakes: Mistakes) -> str:
    """``mistakes`` as the text of a file, a case or a mistake to a line."""
    tasks = ",\n".join(_task(task, known) for task, known in mistakes.tasks.items())
    return f'{{\n "seeds": {json.dumps(mistakes.seeds)},\n "tasks": {{\n{tasks}\n }}\n}}\n'


def _task(id: str, mistakes: Sequence[Mistake]) -> str:
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


def _row(mistake: Mistake, cases: Sequence[str]) -> dict[str, object]:
    packed = _packed(mistake.outcomes.get(case, _UNKNOWN) for case in cases)
    row = asdict(replace(mistake, outcomes={}))
    return {key: value for key, value in row.items() if value} | {"outcomes": packed}


def _packed(outcomes: Iterator[tuple[str, ...]]) -> str:
    """One word for each case, ``word*3`` for three that are alike."""
    counted = ((word, len(list(alike))) for word, alike in groupby(map("|".join, outcomes)))
    return " ".join(word if count == 1 else f"{word}*{count}" for word, count in counted)


def _unpacked(text: str) -> list[tuple[str, ...]]:
    outcomes: list[tuple[str, ...]] = []
    for word in text.split():
        part, _, count = word.partition("*")
        outcomes += [tuple(part.split("|"))] * int(count or 1)
    return outcomes

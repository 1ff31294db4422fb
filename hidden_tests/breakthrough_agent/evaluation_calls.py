"""What an agent's own evaluation says of boards, where it can be called."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from grader.testing import Student

NOT_CALLED = "No evaluation was found that the agent uses and that can be called with a board"
ADVICE = (
    "To have it graded, write a function that takes the board as make_move gets it, use it in the "
    "search, and name it in a comment: # grade: evaluation = NAME"
)


@dataclass(frozen=True, slots=True)
class Source:
    """What the source of a submission shows of its search, as far as it can be read.

    Attributes:
        bounds: functions that look like alpha-beta, a sentence each.
        ends: functions that value the positions where a search ends.
        parts: functions that value something of a position only.
        fixed: which of two bounds never changes; empty if there is none.
        searches: whether there is anything that may be a search.
    """

    bounds: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    fixed: str = ""
    searches: bool = True


def source_of(student: Student) -> Source:
    """What is seen in the source. What comes back may be anything: it is a submission's word."""
    match student.search_evidence().value:
        case ([*bounds], [*ends], [*parts], str(fixed), bool(searches)) if all(
            isinstance(name, str) for name in (*bounds, *ends, *parts)
        ):
            return Source(tuple(bounds), tuple(ends), tuple(parts), fixed, searches)
    return Source()


def evaluated(
    student: Student, boards: Sequence[list[list[str]] | str], source: Source
) -> tuple[str, list[float]] | None:
    """An evaluation's name and what it says of ``boards``, if it can be called.

    ``math.nan`` stands for an exception on the board of a game that is over.
    """
    ends, parts = list(source.ends), list(source.parts)
    match student.evaluations(list(boards), ends, parts).value:
        case (str(name), [*values]) if len(values) == len(boards) and all(
            isinstance(value, float) and not math.isinf(value) for value in values
        ):
            return name, [math.nan if math.isnan(value) else value for value in values]
    return None

"""Choose which of a student's attempts is graded: the newest that can be."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from grader.batch.handin import HandIn, read
from grader.batch.lms_filenames import when
from grader.intake import IntakeError, SeveralFiles
from grader.intake.refusal import shown
from grader.model.file_rules import FileRules

_LISTED = 10
"""Attempts that are named."""


def chosen(attempts: Mapping[str, HandIn], given: Collection[str]) -> HandIn:
    """Return the newest attempt of a student that holds code, with a note about the others.

    If none does, it is the newest. If it cannot be told which is the newest, it is all of them in
    one, which is refused where several files could be meant.

    Args:
        attempts: by when they were handed in, as their names have it.
        given: see :func:`grader.intake.read`.
    """
    if len(attempts) == 1:
        return next(iter(attempts.values()))
    times = {when(attempt) for attempt in attempts}
    if () in times or len(times) < len(attempts):
        together = tuple(part for each in attempts.values() for part in each.parts)
        return replace(next(iter(attempts.values())), parts=together)
    newest_first = sorted(attempts, key=when, reverse=True)
    refusals: list[tuple[str, str]] = []
    for attempt in newest_first:
        try:
            read(attempts[attempt], FileRules(given=frozenset(given)))
        except SeveralFiles:
            pass  # a question about code, which is there
        except IntakeError as refusal:
            refusals.append((attempt, str(refusal)))
            continue
        return _noted(attempts, attempt, newest_first, refusals)
    return _noted(attempts, newest_first[0], newest_first, [])


def _noted(
    attempts: Mapping[str, HandIn],
    attempt: str,
    newest_first: list[str],
    refusals: list[tuple[str, str]],
) -> HandIn:
    """Return the hand-in of ``attempt`` with sentences about the others."""
    handin = attempts[attempt]
    rest = tuple(
        where for each in newest_first if each != attempt for where, _ in attempts[each].parts
    )
    others = [each for each in newest_first if each != attempt]
    which = "the newest that can be graded" if refusals else "the newest"
    note = (
        f"Of {len(newest_first)} attempts {which} counts, {shown(attempt)}; "
        f"the others: {', '.join(map(shown, others[:_LISTED]))}"
    )
    passed_over = ""
    if refusals:
        newest, why = refusals[0]
        passed_over = (
            f"{shown(handin.id)}: the newest attempt, {shown(newest)}, cannot be graded, so the "
            f"attempt {shown(attempt)} is. {why}"
        )
    return replace(handin, note=note, passed_over=passed_over, other_attempts=rest)

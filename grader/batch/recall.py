"""Finds again, among what a course handed in, what a stored report is about."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from grader import intake
from grader.batch.collect import NothingToGrade, collect
from grader.batch.handin import HandIn, read
from grader.intake import IntakeError
from grader.model.submission import Submission


def recall(path: Path, digest: str, given: Collection[str] = ()) -> Submission | None:
    """The hand-in with this ``digest`` at ``path``, or that of which ``path`` is but a part.

    A report names one place, but a student may have handed in several files, or a member of the
    archive of a course. Which they are can only be seen from the folder or archive around it.

    Args:
        path: of a hand-in, as its report has it, or of everything that was handed in.
        given: see :func:`grader.intake.read`.
    """
    for candidate in _candidates(path, given):
        with contextlib.suppress(IntakeError):
            submission = candidate()
            if submission.digest == digest:
                return submission
    return None


def _candidates(path: Path, given: Collection[str]) -> Iterator[Callable[[], Submission]]:
    """What reads the file at ``path``, each hand-in there, and those so called around it."""
    yield partial(intake.read, path, given)
    # Unlike Path.exists(), it only says no to names that no file can have.
    there = (place for place in (path, *path.parents) if os.path.exists(place))  # noqa: PTH110
    for place in islice(there, 2):
        for handin in _handins(place, given):
            if path in {place, handin.path}:
                yield partial(read, handin, given)


def _handins(place: Path, given: Collection[str]) -> list[HandIn]:
    try:
        return collect([str(place)], given=given)
    except NothingToGrade:
        return []

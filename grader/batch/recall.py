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
from grader.batch.handin import read
from grader.intake import IntakeError
from grader.model.submission import Submission


def recall(path: Path, digest: str, given: Collection[str] = ()) -> Submission | None:
    """The hand-in with this ``digest`` at ``path``, or the one that ``path`` is a part of.

    A report names one path, but a student may have handed in several files, or a member of the
    archive of a course. The folder or archive around it shows which.

    Args:
        path: of a hand-in, as its report has it, or of everything that was handed in.
        given: see :func:`grader.intake.read`.
    """
    for read_one in _readers(path, given):
        with contextlib.suppress(IntakeError):
            submission = read_one()
            if submission.digest == digest:
                return submission
    return None


def _readers(path: Path, given: Collection[str]) -> Iterator[Callable[[], Submission]]:
    """Functions that read ``path`` as a submission, each hand-in there, and it as one around it."""
    yield partial(intake.read, path, given)
    # Unlike Path.exists(), it only says no to names that no file can have.
    existing = (folder for folder in (path, *path.parents) if os.path.exists(folder))  # noqa: PTH110
    for around in islice(existing, 2):
        with contextlib.suppress(NothingToGrade):
            for handin in collect([str(around)], given=given):
                if path in {around, handin.path}:
                    yield partial(read, handin, given)

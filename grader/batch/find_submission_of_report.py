"""Finds the submission that a stored report is about, among all that a course handed in."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path

from grader import intake
from grader.batch.collect_handins import NothingToGrade, collect_handins
from grader.batch.handin import read_submission
from grader.intake import IntakeError, SeveralFiles
from grader.intake.handin_files import normalise_archive_path
from grader.model.submission import MainFileRules, Submission

_ANY = MainFileRules()


def find_submission(path: Path, digest: str, rules: MainFileRules = _ANY) -> Submission | None:
    """Return the submission with this ``digest`` at or around ``path``; else ``None``.

    A report names one path, but a student may have handed in several files, or a member of the
    archive of a course. The folder or archive around it shows which.

    Args:
        path: of a hand-in, as its report has it, or of everything that was handed in.
        rules: see :func:`grader.intake.read_submission`.
    """
    for read_one in _submission_readers(path, rules):
        for submission in read_one():
            if submission.digest == digest:
                return submission
    return None


def _submission_readers(
    path: Path, rules: MainFileRules
) -> Iterator[Callable[[], Iterator[Submission]]]:
    """Yield functions that read the submissions at ``path``, and those of hand-ins around it."""
    yield partial(_each_possible_submission, partial(intake.read_submission, path), rules)
    # Unlike Path.exists(), it only says no to names that no file can have.
    existing = (folder for folder in (path, *path.parents) if os.path.exists(folder))  # noqa: PTH110
    for around in islice(existing, 2):
        with contextlib.suppress(NothingToGrade):
            for handin in collect_handins([str(around)], given=rules.given):
                if path in {around, handin.path}:
                    yield partial(
                        _each_possible_submission, partial(read_submission, handin), rules
                    )


def _each_possible_submission(
    read_by: Callable[[MainFileRules], Submission], rules: MainFileRules
) -> Iterator[Submission]:
    """Yield the submission; if several files may be meant, one for each of them."""
    try:
        yield read_by(rules)
    except SeveralFiles as question:
        for file in question.files:
            with contextlib.suppress(IntakeError):
                name = normalise_archive_path(file).name.lower()
                yield read_by(replace(rules, main=frozenset({name})))
    except IntakeError:
        pass

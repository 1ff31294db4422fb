"""Collects the submissions to compare from paths, and the code that an assignment handed out."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

from grader import intake
from grader.assignment import Assignment, AssignmentError
from grader.intake.accepted_files import SIZE_LIMITS
from grader.intake.intake_errors import printable_name
from grader.model.submission import MainFileRules, Submission
from grader.model.user_error import UsageError
from grader.similar.comparison_outcome import OmittedSubmission

_ANY = MainFileRules()
MOST = 2000
"""The most submissions that are compared; twice as many make four times as many pairs."""


class NothingToCompare(UsageError):
    """Fewer than two submissions were found; the message is safe to print."""


def collect_submissions(
    paths: Sequence[Path], rules: MainFileRules = _ANY, least: int = 2
) -> tuple[list[Submission], list[OmittedSubmission]]:
    """Return the submissions at ``paths``, and those that were left out.

    A file is a submission. So is everything directly in a folder: a Python file, a notebook, and
    an archive or folder that holds one of these. A file that is reached twice counts once.

    Args:
        rules: see :func:`grader.intake.read_submission`.
        least: how many submissions there have to be.

    Raises:
        NothingToCompare: if a path does not exist, or there are too few submissions.
    """
    found: dict[tuple[int, int], Submission] = {}
    left_out: list[OmittedSubmission] = []
    for path in paths:
        if not os.path.lexists(path):
            raise NothingToCompare(f"There is no file {printable_name(path)}; check the path.")
    entries = (
        _list_candidates(path) if path.is_dir() and not path.is_symlink() else [path]
        for path in paths
    )
    for path in chain.from_iterable(entries):
        try:
            status = path.lstat()
            same = (status.st_dev, status.st_ino)
            if same in found:
                continue
            if len(found) == MOST:
                left_out.append(
                    OmittedSubmission(
                        _printable_path(path), f"There are more than {MOST} submissions."
                    )
                )
                break
            found[same] = intake.read_submission(path, rules)
        except intake.IntakeError as refusal:
            left_out.append(OmittedSubmission(_printable_path(path), str(refusal)))
        except OSError as problem:
            left_out.append(
                OmittedSubmission(_printable_path(path), f"It cannot be read: {problem.strerror}.")
            )
    if len(found) < least:
        why = f" ({left_out[0].reason})" if left_out else ""
        raise NothingToCompare(
            f"There {'are not two submissions' if least == 2 else 'is no submission'} to "
            f"compare{why}; give files, or a folder of them."
        )
    return list(found.values()), left_out


def collect_handed_out_code(assignment: Assignment) -> list[Submission]:
    """Return the code that every student was given, which says nothing of authorship.

    That is the skeleton of ``assignment``, its preamble, its provided modules, and the rest of its
    handout.

    Raises:
        AssignmentError: if one of these files cannot be read.
    """
    reference = assignment.reference
    files = [reference / "skeleton.py"]
    if assignment.preamble:
        files.append(reference / f"{assignment.preamble}.py")
    for folder in ("provided", "handed_out"):
        files += sorted((reference / folder).glob("[!_]*.py"))
    try:
        return [intake.read_submission(path) for path in files if path.is_file()]
    except intake.IntakeError as problem:
        raise AssignmentError(str(problem)) from None


def _list_candidates(folder: Path) -> list[Path]:
    """Return the paths in ``folder`` that may be submissions."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                Path(entry)
                for entry in entries
                if not entry.name.startswith((".", "__"))
                and (
                    Path(entry).suffix.lower() in SIZE_LIMITS or entry.is_dir(follow_symlinks=False)
                )
            )
    except OSError as problem:
        raise NothingToCompare(
            f"The folder {printable_name(folder)} cannot be read ({problem.strerror}); check "
            "the path."
        ) from None


def _printable_path(path: Path) -> str:
    """Return a path as text that can be printed, with bytes that are no UTF-8 escaped."""
    return os.fspath(path).encode(errors="backslashreplace").decode()

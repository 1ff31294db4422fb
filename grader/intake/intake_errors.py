"""Defines the errors that refuse a hand-in, and how its name is printed.

Most sentences stand where they are raised: in :mod:`grader.intake` and
:mod:`grader.intake.handin_files`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from grader.intake.accepted_files import SIZE_LIMITS, suffix_of
from grader.model.escape import escape_invisible
from grader.model.user_error import UsageError

_MAX_SHOWN = 120


class IntakeError(UsageError):
    """The error of a hand-in that cannot be graded; the message is one sentence, safe to print."""


class SeveralFiles(IntakeError):
    """The error of a hand-in in which several files could be the one to grade.

    Attributes:
        files: their paths within what was handed in.
        asked: how many of the functions that the assignment asks for they define.
    """

    def __init__(self, sentence: str, files: Sequence[str], asked: int) -> None:
        super().__init__(sentence)
        self.files = files
        self.asked = asked


def printable_name(name: str | Path) -> str:
    """Return a file name fit to print: on one line, short, without invisible characters."""
    text = escape_invisible(str(name)).replace("\n", "\\n").replace("\t", "\\t")
    return text if len(text) <= _MAX_SHOWN else f"{text[:40]}…{text[-_MAX_SHOWN + 41 :]}"


def display_name(path: Path) -> str:
    """Return the name of a hand-in for people, without the folders in which it is stored."""
    return printable_name(path.name or path.resolve().name or path)


def too_large_error(name: str, limit: int | None = None) -> IntakeError:
    """Return the error that refuses a file beyond ``limit`` bytes, or beyond its kind's limit."""
    suffix = suffix_of(name)
    advice = "clear its outputs and save it" if suffix == ".ipynb" else "hand in your own code only"
    most = SIZE_LIMITS[suffix] if limit is None else limit
    return IntakeError(f"{printable_name(name)} is larger than {most >> 20} MiB; {advice}.")

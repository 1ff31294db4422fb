"""Defines the errors that refuse a hand-in, and the limits on the sizes of files.

Most sentences stand where they are raised: in :mod:`grader.intake` and
:mod:`grader.intake.handin_files`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from grader.model.escape import escape_invisible
from grader.model.user_error import UsageError

ACCEPTED = "a .py file, a .ipynb notebook, or a .zip archive or folder with one of these"

SIZE_LIMITS = {".py": 1 << 20, ".ipynb": 64 << 20, ".zip": 50 << 20}
"""Bytes of a file, by the kinds of files that are accepted."""

MAX_ENTRIES = 2000
"""Entries of an archive or folder (subfolders included), and cells of a notebook."""

MAX_FURTHER = 200
"""Files that are taken along beside the graded one,"""
MAX_CODE = 2 << 20
"""bytes of all those that can be imported,"""
MAX_DATA = 8 << 20
"""and bytes of all others."""

_MAX_SHOWN = 120

_RENAMED = re.compile(r"(?<=.)(?P<kind>\.py|\.ipynb)\.(txt|json)\Z")
"""Kinds of files to whose names something else has added an ending."""


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


def suffix_of(name: str) -> str:
    """Return the key of a file's name in :data:`SIZE_LIMITS`: ``hw/a.PY`` and ``a.py/.`` have .py.

    ``a.py.txt`` has it, too: so do browsers and courses save what they take for text.
    """
    base = PurePosixPath(name).name.lower()
    if renamed := _RENAMED.search(base):
        return renamed["kind"]
    return PurePosixPath(base).suffix


def stem_of(name: str) -> str:
    """Return a file's name without the ending that :func:`suffix_of` finds."""
    base = PurePosixPath(name).name
    renamed = _RENAMED.search(base.lower())
    return base[: renamed.start()] if renamed else PurePosixPath(base).stem


def display_name(path: Path) -> str:
    """Return the name of a hand-in for people, without the folders in which it is stored."""
    return printable_name(path.name or path.resolve().name or path)


def too_large_error(name: str, limit: int | None = None) -> IntakeError:
    """Return the error that refuses a file beyond ``limit`` bytes, or beyond its kind's limit."""
    suffix = suffix_of(name)
    advice = "clear its outputs and save it" if suffix == ".ipynb" else "hand in your own code only"
    most = SIZE_LIMITS[suffix] if limit is None else limit
    return IntakeError(f"{printable_name(name)} is larger than {most >> 20} MiB; {advice}.")

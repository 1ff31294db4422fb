"""Refusals of what was handed in, and the limits of sizes."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from grader.model.escape import visible
from grader.model.problem import UsageProblem

ACCEPTED = "a .py file, a .ipynb notebook, or a .zip archive or folder with one of these"

LIMITS = {".py": 1 << 20, ".ipynb": 16 << 20, ".zip": 50 << 20}
"""Bytes of a file, by the kinds of files that are accepted."""

MAX_ENTRIES = 2000
"""Entries of an archive or folder (subfolders included), and cells of a notebook."""

_MAX_SHOWN = 120


class IntakeError(UsageProblem):
    """What was handed in cannot be graded. The message is one sentence, safe to print."""


class SeveralFiles(IntakeError):
    """Several files could be the one to grade."""


def shown(name: str | Path) -> str:
    """A file name for people: on one line, not too long, with nothing in it that acts or hides."""
    text = visible(str(name)).replace("\n", "\\n").replace("\t", "\\t")
    return text if len(text) <= _MAX_SHOWN else f"{text[:40]}…{text[-_MAX_SHOWN + 41 :]}"


def suffix_of(name: str) -> str:
    """The key of a file's name in :data:`LIMITS`: ``hw/a.PY`` and even ``a.py/.`` have ``.py``."""
    return PurePosixPath(name).suffix.lower()


def too_large(name: str) -> IntakeError:
    """The refusal of a file beyond its limit."""
    suffix = suffix_of(name)
    advice = "clear its outputs and save it" if suffix == ".ipynb" else "hand in your own code only"
    return IntakeError(f"{shown(name)} is larger than {LIMITS[suffix] >> 20} MiB; {advice}.")

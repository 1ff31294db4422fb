"""The student of a hand-in, by the names of files and folders in downloads of courses."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from grader.intake.refusal import LIMITS, stem_of, suffix_of

Shapes = tuple[re.Pattern[str], ...]
"""Patterns of whole names. The group ``file``, if any, is the student's own name for it."""

_UNMISTAKABLE: Shapes = (
    # Gradescope: submission_123456/…
    re.compile(r"submission_(?P<id>\d+)"),
    # Moodle, in folders or not: Jane Doe_123456_assignsubmission_file_/…
    re.compile(r".+?_(?P<id>\d+)_assignsubmission_[a-z]+(_(?P<file>.*))?", re.DOTALL),
)

_CANVAS = re.compile(r"[^_]+_(LATE_)?(?P<id>\d{3,})_\d{3,}_(?P<file>.+)", re.DOTALL)
"""With ``LATE_`` before the numbers or not: ``doejane_1234_567890_tour.py``."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a file or folder, by its name.

    Attributes:
        id: of the student.
        file: the student's own name for it.
        known: whether the name follows a pattern; then all with the same id are one hand-in.
    """

    id: str
    file: str
    known: bool


def believed(code: Iterable[str]) -> Shapes:
    """The patterns for names in a folder or archive with the files ``code``."""
    # A date looks like Canvas's numbers. Canvas itself gives no file another name.
    return (*_UNMISTAKABLE, _CANVAS) if all(map(_CANVAS.fullmatch, code)) else _UNMISTAKABLE


def owner(name: str, pattern: re.Pattern[str] | None = None, shapes: Shapes = ()) -> Owner:
    """The owner of the file or folder ``name``; without a pattern, its name without the suffix.

    Args:
        pattern: is searched for first, and has a group ``id``.
        shapes: of downloads that it may be part of.
    """
    by_download = next((match for each in shapes if (match := each.fullmatch(name))), None)
    file = (by_download.groupdict().get("file") if by_download else None) or name
    asked = pattern.search(name) if pattern else None
    if asked and asked["id"]:
        return Owner(composed(asked["id"]), file, known=True)
    if by_download:
        return Owner(composed(by_download["id"]), file, known=True)
    # A folder may be called jane.doe: only known suffixes are removed.
    return Owner(composed(stem_of(name) if suffix_of(name) in LIMITS else name), name, known=False)


def hidden(name: str) -> bool:
    """Whether only operating systems put files of this name into folders and archives."""
    # ".." is no such name: an archive with it is a hand-in like any other.
    return name.startswith((".", "__")) and name != ".."


def composed(id: str) -> str:
    """Return ``id`` in Unicode's composed form: macOS stores an é as e and an accent."""
    return unicodedata.normalize("NFC", id)

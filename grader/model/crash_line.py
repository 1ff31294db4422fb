"""Finds the line of a submission at which a call raised, or was stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.model.submission import Cell

_FRAME = re.compile(r'^  File "(?P<file>[^"\n]*)", line (?P<line>\d{1,7})\b', re.MULTILINE)
_FOREIGN = re.compile(r"packages/|python3\.\d+/")
"""Where files are that the student has not written."""


def innermost_student_line(
    traceback: str, cells: Sequence[Cell] | None = None
) -> tuple[str, int] | None:
    """Return file and line of the innermost frame that lies in the student's own source.

    The traceback is the student's word: at worst it names another line of theirs.

    Args:
        cells: the student's source; ``None`` if it is not at hand, and every file counts that is
            neither Python's nor a package's.
    """
    lengths = {cell.name: cell.source.removesuffix("\n").count("\n") + 1 for cell in cells or ()}

    def is_own(file: str, line: int) -> bool:
        if cells is None:
            return not _FOREIGN.match(file)
        return 1 <= line <= lengths.get(file, 0)

    frames = [(each["file"], int(each["line"])) for each in _FRAME.finditer(traceback)]
    return next((frame for frame in reversed(frames) if is_own(*frame)), None)


def prefix_location(detail: str, file: str, line: int | None) -> str:
    """Return ``detail`` with its file and line in front, if they are known; not escaped."""
    return detail if line is None else f"{file}, line {line}: {detail}"

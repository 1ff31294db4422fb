"""Finds the line of a submission at which a call raised, or was stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.model.submission import Cell

_FRAME = re.compile(r'^  File "(?P<file>[^"\n]*)", line (?P<line>\d{1,7})\b', re.MULTILINE)


_FOREIGN = re.compile(r"packages/|python3\.\d+/")
"""Where files are that the student has not written."""


def innermost_line(traceback: str, cells: Sequence[Cell] | None = None) -> tuple[str, int] | None:
    """Return file and line of the innermost frame that lies in the student's own source.

    The traceback is the student's word: at worst it names another line of theirs.

    Args:
        cells: the student's source; ``None`` if it is not at hand, and every file counts that is
            neither Python's nor a package's.
    """
    if cells is None:
        own = [each for each in _FRAME.finditer(traceback) if not _FOREIGN.match(each["file"])]
        return (own[-1]["file"], int(own[-1]["line"])) if own else None
    lengths = {cell.name: cell.source.removesuffix("\n").count("\n") + 1 for cell in cells}
    for frame in reversed(list(_FRAME.finditer(traceback))):
        line = int(frame["line"])
        if 1 <= line <= lengths.get(frame["file"], 0):
            return frame["file"], line
    return None

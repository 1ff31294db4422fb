"""Finds the line of a submission at which a call raised, or was stopped."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.model.submission import Cell

_FRAME = re.compile(r'^  File "(?P<file>[^"\n]*)", line (?P<line>\d{1,7})\b', re.MULTILINE)


def innermost_line(traceback: str, cells: Sequence[Cell]) -> tuple[str, int] | None:
    """Return file and line of the innermost frame that lies in ``cells``.

    The traceback is the student's word: at worst it names another line of theirs.
    """
    lengths = {cell.name: cell.source.removesuffix("\n").count("\n") + 1 for cell in cells}
    for frame in reversed(list(_FRAME.finditer(traceback))):
        line = int(frame["line"])
        if 1 <= line <= lengths.get(frame["file"], 0):
            return frame["file"], line
    return None

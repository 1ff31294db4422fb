"""Finds the lines of a submission that a traceback points at."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.crash_line import innermost_student_line
from grader.model.figures import Excerpt
from grader.model.submission import Cell

_AROUND = 3
"""Lines shown before and after the one that matters."""
_LONGEST = 200
"""Characters of a line that are shown."""


def find_excerpt(traceback: str, cells: Sequence[Cell]) -> Excerpt | None:
    """Return the innermost line of the student's own source that ``traceback`` names.

    The traceback is the student's word: at worst it points at another line of theirs.
    """
    found = innermost_student_line(traceback, cells)
    if found is None:
        return None
    file, line = found
    source = next(cell.source for cell in reversed(cells) if cell.name == file)
    # Python ends a line at a newline only, str.splitlines at form feeds and others as well.
    lines = source.removesuffix("\n").split("\n")
    first = max(1, line - _AROUND)
    shown = [text[:_LONGEST] for text in lines[first - 1 : line + _AROUND]]
    return Excerpt(file, line, first, tuple(shown))

"""Finds the lines of a submission that a traceback points at."""

from __future__ import annotations

import re
from collections.abc import Sequence

from grader.model.figures import Excerpt
from grader.model.submission import Cell

_FRAME = re.compile(r'^  File "(?P<file>[^"\n]*)", line (?P<line>\d{1,7})\b', re.MULTILINE)
_AROUND = 3
"""Lines shown before and after the one that matters."""
_LONGEST = 200
"""Characters of a line that are shown."""


def excerpt(traceback: str, cells: Sequence[Cell]) -> Excerpt | None:
    """The innermost line of the student's own source that ``traceback`` names.

    The traceback is the student's word: at worst it points at another line of theirs.
    """
    sources = {cell.name: cell.source for cell in cells}
    for frame in reversed(list(_FRAME.finditer(traceback))):
        source = sources.get(frame["file"], "")
        # Python ends a line at a newline only, str.splitlines at form feeds and others as well.
        lines = source.removesuffix("\n").split("\n") if source else []
        line = int(frame["line"])
        if not 1 <= line <= len(lines):
            continue
        first = max(1, line - _AROUND)
        shown = [text[:_LONGEST] for text in lines[first - 1 : line + _AROUND]]
        return Excerpt(frame["file"], line, first, tuple(shown))
    return None

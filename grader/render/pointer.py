"""A line of what was submitted, with a caret below the place at which Python could not go on."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.escape import visible
from grader.model.submission import Cell, LoadNote

_BEFORE, _BEHIND = 60, 40
"""Characters of a long line that are shown around the caret."""
_TAB = 4


def pointed(note: LoadNote, cells: Sequence[Cell]) -> str:
    """The line of ``note`` and its caret, as two lines of text that is safe to look at.

    Empty if the note names no column, or ``cells`` have no such line.
    """
    if note.line is None or note.column is None:
        return ""
    lines = next((cell.source.split("\n") for cell in cells if cell.name == note.file), [])
    if not 0 < note.line <= len(lines):
        return ""
    text = lines[note.line - 1]
    at = max(0, min(note.column - 1, len(text)))
    # Code that is indented is, to the reader of one line, not.
    before = _shown(text[:at].lstrip()[-_BEFORE:])
    behind = _shown(text[at : at + _BEHIND])
    number = f"{note.line}  "
    return f"{number}{before}{behind}\n{' ' * (len(number) + len(before))}^"


def _shown(text: str) -> str:
    return visible(text).expandtabs(_TAB)

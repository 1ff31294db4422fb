"""Shows a line of text with a caret below the place of a syntax error."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.escape import escape_invisible
from grader.model.submission import Cell, LoadNote

_BEFORE, _BEHIND = 60, 40
"""Characters of a long line that are shown around the caret."""
_TAB = 4


def point_at_syntax_error(note: LoadNote, cells: Sequence[Cell]) -> str:
    """Return the line of ``note`` and a caret below the error, both safe to show.

    Empty if the note names no column, or ``cells`` have no such line.
    """
    if note.line is None or note.column is None:
        return ""
    lines = next((cell.source.split("\n") for cell in cells if cell.name == note.file), [])
    if not 0 < note.line <= len(lines):
        return ""
    text = lines[note.line - 1]
    at = max(0, min(note.column - 1, len(text)))
    return draw_caret(text, at, f"{note.line}  ")


def draw_caret(text: str, position: int, margin: str = "  ") -> str:
    """Return ``text`` behind ``margin``, safe to show, with a caret on the line below.

    Args:
        position: of the character that the caret is below, from 0.
    """
    # Code that is indented is, to the reader of one line, not.
    before = _shown(text[:position].lstrip()[-_BEFORE:])
    behind = _shown(text[position : position + _BEHIND])
    return f"{margin}{before}{behind}\n{' ' * (len(margin) + len(before))}^"


def _shown(text: str) -> str:
    return escape_invisible(text.replace("\n", " ")).expandtabs(_TAB)

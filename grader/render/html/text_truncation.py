"""Cuts long texts and numbers to what a person reads, and a page has room for."""

from __future__ import annotations

_WIDEST = 400
"""Characters of one line that are shown."""
_LARGEST = 10**24


def cut_lines(text: str, first: int = 15, last: int = 0) -> str:
    """Return the ``first`` and ``last`` lines of ``text``, without blank lines around it.

    Long lines are cut, too. What was left out is said where it was.
    """
    lines = text.strip("\n").split("\n")
    left_out = len(lines) - first - last
    if left_out > 0:
        note = f"… {left_out} more {'line' if left_out == 1 else 'lines'}"
        lines[first : first + left_out] = [note]
    return "\n".join(map(_cut_line, lines))


def _cut_line(line: str) -> str:
    left_out = len(line) - _WIDEST
    return line if left_out <= 0 else f"{line[:_WIDEST]}… {left_out} more characters"


def format_integer(value: int) -> str:
    """Return a seed or line number as text; a file may hold any whole number."""
    return str(value) if abs(value) < _LARGEST else "a huge number"

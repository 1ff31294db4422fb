"""What notebooks add to Python: cell magics, line magics, shell commands and help requests."""

from __future__ import annotations

import re
from typing import NamedTuple

COMMAND = re.compile(
    r"""
    [ \t\f]*+
    (?: [%!?] [^\n]*                                  # %matplotlib inline, !pip install, ?help
    |   [\w.,\ \t\[\]]++ = [ \t]*+ (?: !(?!=) | %(?=[a-zA-Z]) ) [^\n]*       # files = !ls
    |   %{0,2} [\w.*\[\]()]*? [\w*\])] \?{1,2} [ \t]*+                       # help?, str.split??
    ) (?=\n)
    """,
    re.VERBOSE,
)
"""A logical line that IPython keeps for itself; no Python statement can look like this."""

_CELL_MAGIC = re.compile(r"(?:[ \t]*+(?:\#[^\n]*)?\n)*+[ \t]*+(%%(\w+)[^\n]*)")

_RUNS_THE_CELL = frozenset({"time", "timeit", "capture", "prun", "memit", "debug"})


class CellMagic(NamedTuple):
    """A ``%%magic`` at the head of a cell."""

    words: str
    start: int
    """Offset of the magic in the cell's text."""
    line: int
    runs_cell: bool
    """Whether the rest of the cell is ordinary Python that the magic would have run here."""


def cell_magic(text: str) -> CellMagic | None:
    """The cell magic that ``text`` begins with, if any."""
    match = _CELL_MAGIC.match(text)
    if match is None:
        return None
    start = match.start(1)
    return CellMagic(
        match[1].strip(), start, text.count("\n", 0, start) + 1, match[2] in _RUNS_THE_CELL
    )

"""Translates IPython's syntax in notebooks: magics, shell commands and help requests."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

COMMAND = re.compile(
    r"""
    [ \t\f]*+
    (?: (?: [%!?]                                                     # %matplotlib inline, ?help
        |   [\w.,\ \t\[\]]++ = [ \t]*+ (?: !(?!=) | %(?=[a-zA-Z]) )     # files = !ls
        |   (?: pip3? | conda | mamba ) [ \t]++ (?: install | uninstall ) [ \t]++ [\w"'-]
        ) (?: [^\n\\] | \\ (?:\n|(?=[^\n])) )*+                          # goes on below
    |   %{0,2} [\w.*\[\]()]*? [\w*\])] \?{1,2} [ \t]*+                       # help?, str.split??
    ) (?=\n)
    """,
    re.VERBOSE,
)
"""A logical line that IPython keeps for itself; no Python statement can look like this."""

_TIMED = re.compile(r"[ \t\f]*+%time[ \t]++(?P<statement>[^\n]+)")

_CELL_MAGIC = re.compile(r"(?:[ \t]*+(?:\#[^\n]*)?\n)*+[ \t]*+(%%(\w+)[^\n]*)")

RUNS_THE_CELL = frozenset({"time", "timeit", "capture", "prun", "memit", "debug"})
"""Cell magics that run the rest of the cell as Python."""

_WRITES_A_MODULE = re.compile(r"%%(?:writefile|file)[ \t]+(-a[ \t]+|--append[ \t]+)?(\w+)\.py")


class WritefileModule(NamedTuple):
    """A module that a cell writes by ``%%writefile``."""

    name: str
    text: str
    append: bool


class CellMagic(NamedTuple):
    """A cell magic: ``%%magic`` at the head of a cell."""

    words: str
    start: int
    """Offset of the magic in the cell's text."""
    line: int
    runs_cell: bool
    """Whether the rest of the cell is ordinary Python that the magic would have run here."""


def statement_in_timing_magic(command: str) -> str:
    """Return the statement that ``command`` only times; empty for other commands."""
    timed = _TIMED.fullmatch(command)
    if timed is None:
        return ""
    try:
        ast.parse(timed["statement"])
    except Exception:  # noqa: BLE001 - also ValueError, RecursionError, MemoryError…
        return ""
    return timed["statement"]


def parse_cell_magic(text: str) -> CellMagic | None:
    """Return the cell magic that ``text`` begins with; ``None`` if there is none."""
    match = _CELL_MAGIC.match(text)
    if match is None:
        return None
    start = match.start(1)
    return CellMagic(
        match[1].strip(), start, text.count("\n", 0, start) + 1, match[2] in RUNS_THE_CELL
    )


def parse_writefile_cell(text: str) -> WritefileModule | None:
    """Return the module that the cell ``text`` writes; ``None`` if it writes none."""
    magic = parse_cell_magic(text)
    match = _WRITES_A_MODULE.fullmatch(magic.words) if magic else None
    if magic is None or match is None:
        return None
    _, _, below = text[magic.start :].partition("\n")
    return WritefileModule(match[2], "\n" * magic.line + below, bool(match[1]))

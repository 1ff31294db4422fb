"""Joins the cells of a submission to one text, and keeps the origin of each line."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from grader.model.submission import Cell
from grader.similar.comparison_outcome import SourceLine

MOST = 100_000
"""Characters of a submission that are compared; ordinary ones have a tenth of that."""


@dataclass(frozen=True, slots=True)
class JoinedSource:
    """The code of all cells of a submission, one below the other.

    Attributes:
        whole: whether nothing was cut off.
    """

    text: str
    whole: bool
    _lines: tuple[SourceLine, ...]
    _starts: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, cells: Sequence[Cell]) -> JoinedSource:
        """Return the code of ``cells``, cut off after :data:`MOST` characters."""
        lines: list[SourceLine] = []
        room, whole = MOST, True
        for cell in cells:
            text = cell.source[: max(room, 0)]
            whole = whole and len(text) == len(cell.source)
            room -= len(text) + 1
            if text:
                numbered = enumerate(text.split("\n"), 1)
                lines += [SourceLine(cell.name, number, line) for number, line in numbered]
        starts = accumulate((len(line.text) + 1 for line in lines), initial=0)
        return cls("\n".join(line.text for line in lines), whole, tuple(lines), tuple(starts)[:-1])

    def lines(self, start: int, end: int) -> tuple[SourceLine, ...]:
        """Return the lines from ``start`` to ``end``, without blank lines around them.

        Positions beyond the text belong to its first or last line.
        """
        first = max(bisect_right(self._starts, start) - 1, 0)
        last = max(bisect_right(self._starts, max(start, end - 1)), first + 1)
        found = list(self._lines[first:last])
        while len(found) > 1 and not found[-1].text.strip():
            found.pop()
        while len(found) > 1 and not found[0].text.strip():
            found.pop(0)
        return tuple(found)

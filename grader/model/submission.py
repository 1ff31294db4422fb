"""What was handed in, as text."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LoadNote:
    """Something that happened while the submission was loaded.

    Attributes:
        message: one sentence.
        file: the file, or notebook and cell; may be empty.
        line: line in that file, counted from 1.
        column: character of that line at which Python could not go on, counted from 1.
    """

    message: str
    file: str = ""
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a Python file or of one code cell of a notebook."""

    source: str
    """Decoded, with LF newlines and without a byte order mark."""
    name: str
    """As tracebacks show it: ``alice.py`` or ``alice.ipynb cell 3`` (code cells from 1)."""
    notebook: bool
    """Whether it is a cell of a notebook."""


_LONGEST = 200_000
"""Characters of the submissions whose text stands in their reports."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What is to be graded."""

    path: str
    digest: str
    """SHA-256 over names and sources of the cells, hexadecimal."""
    cells: tuple[Cell, ...]
    notes: tuple[LoadNote, ...]
    beside: str = ""
    """Of notebooks, a digest of all that their files hold. No verdict depends on it."""
    headings: tuple[str, ...] = ()
    """Of notebooks, the headings of their texts. No verdict depends on them."""

    @property
    def readable(self) -> tuple[Cell, ...]:
        """The cells, to be read beside the verdicts; none if they are more than people read."""
        return self.cells if sum(len(cell.source) for cell in self.cells) <= _LONGEST else ()


def digest(texts: Iterable[str]) -> str:
    """A hash over all texts, each preceded by its length so that no other texts have the same."""
    state = hashlib.sha256()
    for text in texts:
        data = text.encode("utf-8", "surrogatepass")
        state.update(len(data).to_bytes(8, "big") + data)
    return state.hexdigest()

"""Represents what a notebook says beside its code: its texts and its cells' outputs, bounded.

All of it is the student's, stored as it came: code that shows it escapes it for the medium. A
picture is an exception: its bytes were taken apart and put together again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MarkdownText:
    """The text of a cell, or a part of it, in Markdown."""

    text: str


@dataclass(frozen=True, slots=True)
class PlainOutput:
    """Output as plain text."""

    text: str


@dataclass(frozen=True, slots=True)
class HtmlOutput:
    """Output as HTML.

    Attributes:
        plain: the same as plain text; empty if the notebook has none.
    """

    html: str
    plain: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or JPEG with nothing in it but what is needed to draw it.

    Attributes:
        kind: ``png`` or ``jpeg``.
        width: in pixels, as is ``height``.
    """

    kind: str
    data: bytes
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class OmittedOutput:
    """An output that is not shown; ``sentence`` says what it is and why."""

    sentence: str


NotebookPiece = MarkdownText | PlainOutput | HtmlOutput | Picture | OmittedOutput


@dataclass(frozen=True, slots=True)
class NotebookCell:
    """One cell, or a part of it.

    Attributes:
        name: ``code cell 3``, as in the names of cells in reports, or ``text cell 2``: each kind is
            counted from 1.
    """

    name: str
    pieces: tuple[NotebookPiece, ...]


@dataclass(frozen=True, slots=True)
class NotebookSection:
    """Cells below one heading.

    Attributes:
        heading: empty for what stands before the first one.
    """

    heading: str
    cells: tuple[NotebookCell, ...]


@dataclass(frozen=True, slots=True)
class NotebookByTask:
    """A notebook, sorted by the tasks that a person marks.

    Attributes:
        parts: of each such task, by its id; a task has none if no heading names it.
        rest: what belongs to no such task, in order.
    """

    parts: Mapping[str, tuple[NotebookSection, ...]] = field(default_factory=dict)
    rest: tuple[NotebookSection, ...] = ()

"""What a report shows besides words: boards, tours, charts, lines of play, source.

Plain values, drawn by each renderer in its own way. Coordinates and numbers come from hidden tests
or were checked on the way; texts may stem from a student and are escaped like all others. Figures
are structs, which JSON tells apart by their ``kind``; everything else is a dataclass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import msgspec

Cell = tuple[int, int]
"""Row and column, from 0, row 0 on top."""


class Mark(Enum):
    """Whose an arrow or a tour is. Renderers tell them apart by more than colour."""

    YOURS = "yours"
    RIGHT = "right"
    """One of the best moves, or what a right solution found."""
    PLAYED = "played"
    """The move that leads from this board to the next one of a line."""
    BASELINE = "baseline"
    """What was to be beaten."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move.

    Attributes:
        start: where it begins.
        end: where it ends.
        mark: whose it is.
    """

    start: Cell
    end: Cell
    mark: Mark


class BoardFigure(msgspec.Struct, frozen=True, tag_field="kind", tag="board"):
    """A position with moves drawn on it.

    Attributes:
        rows: one character per cell: B, W or _.
        arrows: the moves.
        caption: what is to be seen; may be empty.
    """

    rows: tuple[str, ...]
    arrows: tuple[Arrow, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Tour:
    """A round trip through the cities of a :class:`TourFigure`.

    Attributes:
        mark: whose it is.
        label: its name.
        route: cities in the order of travel, as indices of the figure's points.
        length: its length.
    """

    mark: Mark
    label: str
    route: tuple[int, ...]
    length: float


class TourFigure(msgspec.Struct, frozen=True, tag_field="kind", tag="tours"):
    """Cities on the plane, and round trips to compare; drawn one over the other.

    Attributes:
        points: the cities, x and y.
        tours: the round trips.
        caption: what is to be seen; may be empty.
    """

    points: tuple[tuple[float, float], ...]
    tours: tuple[Tour, ...]
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart.

    Attributes:
        label: what it stands for.
        value: its length.
    """

    label: str
    value: float


class ChartFigure(msgspec.Struct, frozen=True, tag_field="kind", tag="chart"):
    """Horizontal bars from zero, for numbers of one kind.

    Attributes:
        caption: what is compared.
        bars: the bars, from top to bottom.
    """

    caption: str
    bars: tuple[Bar, ...]


Figure = BoardFigure | TourFigure | ChartFigure


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: boards to step through, and what it comes to.

    Attributes:
        title: what the line shows: ``After your move``.
        boards: the positions in order, each with the move to the next one.
        outcome: how it ends: ``White wins: −21092109``.
    """

    title: str
    boards: tuple[BoardFigure, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest input found on which student and reference still disagree.

    Attributes:
        source: a Python snippet that shows it, needing only the student's file and the provided
            modules. Written by the grader; whatever of it is the student's is a Python literal.
        expected: what a right solution gives, as text for people.
        actual: what came instead, or how the call ended; empty, as are ``expected`` and
            ``figure``, if nothing smaller was found and this is the case itself.
        size: how small it is, in the terms of the task: ``3 pieces, depth 1``.
        figure: a picture of it, if there is one.
    """

    source: str
    expected: str
    actual: str
    size: str
    figure: Figure | None = None

    @property
    def smaller(self) -> bool:
        """Whether this is another case than the one that it explains."""
        return bool(self.actual)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a case is wrong, worked out after the verdict.

    Attributes:
        text: one or two sentences; may be empty.
        lines: lines of play that prove it.
        counterexample: the smallest case found that fails in the same way; ``None`` if there is
            none to show.
    """

    text: str = ""
    lines: tuple[Line, ...] = ()
    counterexample: Counterexample | None = None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """A known mistake that fails the same cases as the submission. Never a certainty.

    Attributes:
        sentence: what the mistake is. Students read it, too.
        agreeing: failing cases that the mistake fails in the same way.
        failing: failing cases in all; 0 in reports for students, who are not told.
    """

    sentence: str
    agreeing: int = 0
    failing: int = 0


@dataclass(frozen=True, slots=True)
class Dependency:
    """Whether a task's tests also pass when the student's own function is used.

    Attributes:
        function: one that tests of the task are given from the reference.
        passed_with_own: the same public tests, with the student's own function in its place.
        passed_with_reference: as graded.
    """

    function: str
    passed_with_own: bool
    passed_with_reference: bool


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of the student's file around the one that matters.

    Attributes:
        file: name of the file or cell.
        line: number of the line that matters, from 1.
        first: number of the first of ``lines``.
        lines: written by the student: escape them before you show them.
    """

    file: str
    line: int
    first: int
    lines: tuple[str, ...]

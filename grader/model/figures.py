"""Defines what a report shows besides words: grids, routes, charts, lines of play, source.

Plain values without a game behind them: hidden tests make them, and each renderer draws them in its
own way. Coordinates and numbers come from hidden tests or were checked on the way; texts may stem
from a student and are escaped like all others. Figures are structs, which JSON tells apart by their
``kind``; everything else is a dataclass.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import msgspec

_LONGEST = 1e300
"""Of a bar: a number of a few hundred digits, which every form of a report can hold."""

Cell = tuple[int, int]
"""Row and column, from 0, row 0 on top."""


class Mark(Enum):
    """The meaning of an arrow, a spot or a route: the student's own, a right one, or another."""

    YOURS = "yours"
    RIGHT = "right"
    """One of the best moves, or what a right solution found."""
    PLAYED = "played"
    """The move that leads from this position to the next one of a line."""
    BASELINE = "baseline"
    """What was to be beaten."""


class Look(Enum):
    """The shape of a symbol and its filling, never its colour; a letter is the text itself."""

    FILLED = "filled"
    """A filled disc."""
    HOLLOW = "hollow"
    """A hollow disc."""
    FILLED_SQUARE = "filled_square"
    HOLLOW_SQUARE = "hollow_square"
    EMPTY = "empty"
    """Nothing is there, and nothing has to be said about it."""
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A text in the cells of a grid, with what it stands for.

    Attributes:
        text: as it is in the cells: ``X``.
        name: what it is: ``Red``.
        look: how it is drawn.
    """

    text: str
    name: str
    look: Look = Look.LETTER


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move from one cell to another.

    Attributes:
        start: where it begins.
        end: where it ends.
        mark: whose it is.
    """

    start: Cell
    end: Cell
    mark: Mark


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell of a grid that a mark points out: where a piece was put, for example.

    Attributes:
        cell: which one.
        mark: whose it is.
    """

    cell: Cell
    mark: Mark


class GridFigure(msgspec.Struct, frozen=True, tag_field="kind", tag="grid"):
    """A position on rows and columns of any number, with moves drawn on it.

    Attributes:
        cells: the rows, each of short texts. Four characters of a text are drawn.
        legend: what these texts stand for; a text that is not in it stands for itself.
        arrows: moves from cell to cell.
        spots: cells that are pointed out.
        caption: what is to be seen; may be empty.
        row_labels: one for each row; where there are none, rows are numbered from 0.
        column_labels: the same for columns.
    """

    cells: tuple[tuple[str, ...], ...]
    legend: tuple[Symbol, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    spots: tuple[Spot, ...] = ()
    caption: str = ""
    row_labels: tuple[str, ...] = ()
    column_labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """A way through points of a :class:`RouteFigure`.

    Attributes:
        mark: whose it is.
        label: its name.
        stops: points in the order of travel, as indices of the figure's points.
        length: its length.
        closed: whether it leads back to its first stop.
    """

    mark: Mark
    label: str
    stops: tuple[int, ...]
    length: float
    closed: bool = True


class RouteFigure(msgspec.Struct, frozen=True, tag_field="kind", tag="routes"):
    """Points on the plane, and routes to compare; drawn one over the other.

    Attributes:
        points: the points, x and y.
        routes: the routes.
        caption: what is to be seen; may be empty.
    """

    points: tuple[tuple[float, float], ...]
    routes: tuple[Route, ...]
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

    def __post_init__(self) -> None:
        # What a student has returned may be of any size, and no number at all.
        if not -_LONGEST <= self.value <= _LONGEST:
            signs = (self.value > 0) - (self.value < 0)  # none of what is no number
            object.__setattr__(self, "value", signs * _LONGEST)


class ChartFigure(msgspec.Struct, frozen=True, tag_field="kind", tag="chart"):
    """Horizontal bars from zero, for numbers of one kind.

    Attributes:
        caption: what is compared.
        bars: the bars, from top to bottom.
    """

    caption: str
    bars: tuple[Bar, ...]


Figure = GridFigure | RouteFigure | ChartFigure


@dataclass(frozen=True, slots=True)
class DrawnArgument:
    """An argument of a call that is drawn instead of written out.

    Attributes:
        index: its number among the arguments, from 0.
        name: what the call says in its stead: ``position``.
        figure: what it looks like.
    """

    index: int
    name: str
    figure: Figure


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: the positions to step through, and how it ends.

    Attributes:
        title: what the line shows: ``After your move``.
        positions: in order, each with the move to the next one.
        outcome: how it ends: ``Red wins``.
    """

    title: str
    positions: tuple[GridFigure, ...]
    outcome: str


@dataclass(frozen=True, slots=True)
class Counterexample:
    """The smallest input found on which student and reference still disagree.

    Attributes:
        source: a Python snippet that shows it, needing only the student's file and the provided
            modules. Written by the grader; whatever of it is the student's is a Python literal.
            Empty where functions are called in the student's own way, which nobody can paste.
        expected: what a right solution gives, as text for people.
        actual: what came instead, or how the call ended; empty, as are ``expected`` and
            ``figure``, if nothing smaller was found and this is the case itself.
        size: how small it is, in the terms of the task: ``3 pieces, depth 1``.
        figure: a picture of it, if there is one.
        shared: whether students may see it although the case that it explains is hidden.
    """

    source: str
    expected: str
    actual: str
    size: str
    figure: Figure | None = None
    shared: bool = False

    @property
    def smaller(self) -> bool:
        """Return whether this is another case than the one that it explains."""
        return bool(self.actual)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The reason why a case is wrong, worked out after the verdict.

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
        failing: failing cases of which known mistakes say anything; 0 in reports for students, from
            whom it is kept.
    """

    sentence: str
    agreeing: int = 0
    failing: int = 0


@dataclass(frozen=True, slots=True)
class OwnFunctionOutcome:
    """The outcome of a task's public tests when they are lent one of the student's own functions.

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

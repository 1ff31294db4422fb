"""How boards are shown in reports."""

from __future__ import annotations

from collections.abc import Iterable

from grader.model.figures import GridFigure, Look, Mark, Spot, Symbol
from reference.connect4 import rules
from reference.connect4.rules import Board

LEGEND = (
    Symbol("x", "x", Look.FILLED),
    Symbol("o", "o", Look.HOLLOW),
    Symbol(" ", "empty", Look.EMPTY),
)
_CELLS = set(" xo")


def board(cells: Board, spots: Iterable[Spot] = ()) -> GridFigure:
    """A board, with columns marked where their next disc would fall."""
    return GridFigure(tuple(map(tuple, cells)), LEGEND, spots=tuple(spots))


def spot(cells: Board, column: int, mark: Mark) -> tuple[Spot, ...]:
    """Where a disc in ``column`` comes to lie; nothing if there is no room for one."""
    if column not in rules.moves(cells):
        return ()
    row = max(row for row, line in enumerate(cells) if line[column] == " ")
    return (Spot((row, column), mark),)


def figure_of(value: object) -> tuple[str, GridFigure] | None:
    """The board that ``value`` is, under the name that a call has for it; ``None`` if none."""
    if not isinstance(value, list | tuple) or not value:
        return None
    if not all(isinstance(line, str) and line and set(line) <= _CELLS for line in value):
        return None
    lines = tuple(str(line) for line in value)
    return ("board", board(lines)) if len(set(map(len, lines))) == 1 else None

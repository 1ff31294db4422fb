"""How boards, moves and attempts of this problem set are shown in reports."""

from __future__ import annotations

from collections.abc import Sequence

from grader.model.figures import Arrow, GridFigure, Look, Symbol
from grader.testing import Measure
from reference.ps2.provided.breakthrough import COL, ROW

LEGEND = (
    Symbol("B", "Black", Look.FILLED),
    Symbol("W", "White", Look.HOLLOW),
    Symbol("_", "empty", Look.EMPTY),
)
ATTEMPTS = (
    Measure("margin", "margin", share=True, sums_up=True),
    Measure("above_best", "above best", share=True),
)
"""Shares of greedy's length and of the best known one."""


def board(rows: Sequence[str], arrows: Sequence[Arrow] = (), caption: str = "") -> GridFigure:
    """A board, one character per cell, with moves drawn on it."""
    return GridFigure(tuple(map(tuple, rows)), LEGEND, tuple(arrows), caption=caption)


def figure_of(value: object) -> tuple[str, GridFigure] | None:
    """The board that ``value`` is, under the name that a call has for it; ``None`` if it is none.

    A board that a student has changed may hold anything.
    """
    if not isinstance(value, list) or len(value) != ROW or not all(map(_is_row, value)):
        return None
    return "board", board(["".join(row) for row in value])


def _is_row(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == COL
        and all(isinstance(cell, str) and len(cell) == 1 for cell in value)
    )

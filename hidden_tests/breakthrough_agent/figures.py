"""How boards are shown in reports."""

from __future__ import annotations

from grader.model.figures import Arrow, GridFigure
from hidden_tests.breakthrough_agent.game import LEGEND

_SIDE = 6


def board(cells: list[list[str]], arrows: tuple[Arrow, ...] = ()) -> GridFigure:
    """A board as the agent sees it, with moves drawn on it."""
    return GridFigure(tuple(map(tuple, cells)), LEGEND, arrows)


def figure_of(value: object) -> tuple[str, GridFigure] | None:
    """The board that ``value`` is; ``None`` if it is none."""
    if not isinstance(value, list) or len(value) != _SIDE or not all(map(_is_row, value)):
        return None
    return "board", board(value)


def _is_row(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == _SIDE
        and all(isinstance(cell, str) and len(cell) == 1 for cell in value)
    )

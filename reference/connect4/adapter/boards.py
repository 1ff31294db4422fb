"""Boards: from the plain form to that of a student, and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from .forms import Board, Convention, kind_of, to_move
from .symbols import cells_of

_CONTAINERS: dict[str, type[Any]] = {"array": np.ndarray, "lists": list, "tuples": tuple}


def theirs_of(board: Board, how: Convention) -> Any:
    """A plain board as the student has it."""
    cells = cells_of(how)
    marks = dict(zip(_marks(how, to_move(board)), cells, strict=True))
    grid = [[marks[cell] for cell in row] for row in board]
    if how["upturned"]:
        grid.reverse()
    if how["across"]:
        grid = [list(line) for line in zip(*grid, strict=True)]
    if how["container"] == "tuples":
        return tuple(map(tuple, grid))
    if how["container"] != "array":
        return grid
    return np.array(grid, dtype=object) if _is_odd(cells) else np.array(grid)


def _is_odd(cells: tuple[Any, ...]) -> bool:
    """Whether an array changes them: one of texts cuts long ones, and makes texts of all else."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    return bool(texts) and (len(texts) < len(cells) or max(map(len, texts)) > 1)


def plain_of(board: Any, how: Convention, viewer: str = "x") -> Board:
    """A student's board in the plain form; ``viewer`` is who it belongs to, where boards turn."""
    if not isinstance(board, _CONTAINERS[str(how["container"])]):
        raise ValueError(f"Expected a board as {how['container']}; a {kind_of(board)} came.")
    cells, marks = cells_of(how), _marks(how, viewer)
    try:
        lines = board.tolist() if isinstance(board, np.ndarray) else board
        grid = [[marks[cells.index(cell)] for cell in line] for line in lines]
        if how["across"] or len({*map(len, grid)}) != 1:
            grid = [list(line) for line in zip(*grid, strict=True)]
    except (TypeError, ValueError):
        raise ValueError(f"Expected a board of the cells {cells!r}; others came.") from None
    return tuple("".join(row) for row in (reversed(grid) if how["upturned"] else grid))


def _marks(how: Convention, viewer: str) -> str:
    """What a student's three kinds of cells are to ``viewer``, the first being empty."""
    return " ox" if how["turned"] and viewer == "o" else " xo"


def is_grid(value: Any) -> bool:
    """Whether ``value`` may be a board: an array or a list of rows of the same length."""
    if isinstance(value, np.ndarray):
        return value.ndim == 2
    if not isinstance(value, list | tuple) or len(value) < 2:
        return False
    return all(isinstance(line, list | tuple) for line in value) and len({*map(len, value)}) == 1

"""Boards: from the plain form to that of a student, and back."""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Mapping
from types import FrameType
from typing import Any

import numpy as np

Board = tuple[str, ...]
Edition = Mapping[str, "str | int | bool"]

_CONTAINERS: dict[str, type[Any]] = {
    "array": np.ndarray, "lists": list, "tuples": tuple, "texts": list, "tuple of texts": tuple,
}  # fmt: skip
_OURS = {"grader", __name__.partition(".")[0]}
"""Packages of whose functions the arguments are none of the submission's."""
_LONGEST = 40
"""Characters of a value, or of the name of its class, as they are written."""
_BOARDS = re.compile(r"\w*(board|grid|state|cells|matrix|field)\w*")
"""Names of attributes that hold a board, where several might."""


def theirs_of(board: Board, cells: tuple[Any, Any, Any], how: Edition) -> Any:
    """Return a plain board as the student has it, of ``cells`` that are empty, x and o."""
    kinds = dict(zip(" xo", cells, strict=True))
    grid = [[kinds[cell] for cell in row] for row in board]
    if how["upturned"]:
        grid.reverse()
    if how["across"]:
        grid = [list(line) for line in zip(*grid, strict=True)]
    if "texts" in str(how["container"]):
        texts = ["".join(map(str, line)) for line in grid]
        return texts if how["container"] == "texts" else tuple(texts)
    if how["container"] == "tuples":
        return tuple(map(tuple, grid))
    if how["container"] != "array":
        return grid
    return np.array(grid, dtype=object) if _is_odd(cells) else np.array(grid)


def _is_odd(cells: tuple[Any, ...]) -> bool:
    """Whether an array changes them: one of texts cuts long ones, and makes texts of all else."""
    texts = [cell for cell in cells if isinstance(cell, str)]
    other = [cell for cell in cells if not isinstance(cell, str | int | float)]
    return bool(other or (texts and (len(texts) < len(cells) or max(map(len, texts)) > 1)))


def plain_of(board: Any, cells: tuple[Any, Any, Any], how: Edition) -> Board:
    """Return a student's board in the plain form.

    Raises:
        ValueError: if it is none.
    """
    if not isinstance(board, _CONTAINERS[str(how["container"])]):
        raise ValueError(f"Expected a board as {how['container']}; another one came.")
    try:
        lines = board.tolist() if isinstance(board, np.ndarray) else board
        grid = [[" xo"[_place_of(cell, cells)] for cell in line] for line in lines]
        if how["across"] or len({*map(len, grid)}) != 1:
            grid = [list(line) for line in zip(*grid, strict=True)]
    except (TypeError, ValueError):
        raise ValueError(f"Expected a board of the cells {cells!r}; others came.") from None
    return tuple("".join(row) for row in (reversed(grid) if how["upturned"] else grid))


def _place_of(cell: Any, cells: tuple[Any, Any, Any]) -> int:
    for place, kind in enumerate(cells):
        if cell is kind or (type(cell) is not bool and cell == kind):
            return place
    raise ValueError


def is_grid(value: Any) -> bool:
    """Say whether ``value`` may be a board: an array or a list of rows of the same length.

    A row may be a text; in all of them are at most three kinds of characters then, as of cells.
    """
    if isinstance(value, np.ndarray):
        return value.ndim == 2 and min(value.shape) > 1
    if not isinstance(value, list | tuple) or len(value) < 3:
        return False
    if all(isinstance(line, str) for line in value):
        return len(value[0]) > 2 and len({*map(len, value)}) == 1 and len({*"".join(value)}) <= 3
    return (
        all(isinstance(line, list | tuple) and len(line) > 2 for line in value)
        and len({*map(len, value)}) == 1
    )


def grid_in(value: Any) -> Any:
    """Return the board that ``value`` is, or holds as a part or attribute; ``None`` without one."""
    if is_grid(value):
        return value
    if isinstance(value, tuple | list):
        return next((part for part in value if is_grid(part)), None)
    if isinstance(value, dict):
        return next((part for part in value.values() if is_grid(part)), None)
    place = place_of_board(value)
    return None if place is None else getattr(*place)


def place_of_board(owner: Any) -> tuple[Any, str] | None:
    """Return where ``owner`` holds its board: itself or an object that it has, and an attribute."""
    held = kept_in(owner)
    grids = [name for name, value in held if is_grid(value)]
    grids.sort(key=lambda name: not _BOARDS.fullmatch(name.lower()))
    if grids:
        return owner, grids[0]
    for _, value in held:
        for name, inner in kept_in(value):
            if is_grid(inner) and not isinstance(value, type):
                return value, name
    return None


def kept_in(owner: Any) -> list[tuple[str, Any]]:
    """Return the attributes that ``owner`` keeps, with their values, also those in slots."""
    names = dict.fromkeys((*getattr(owner, "__dict__", ()), *getattr(type(owner), "_fields", ())))
    for each in type(owner).__mro__:
        slots = vars(each).get("__slots__", ())
        names |= dict.fromkeys((slots,) if isinstance(slots, str) else slots)
    return [(name, getattr(owner, name)) for name in names if hasattr(owner, name)]


class FirstBoard:
    """Watches which functions are called, until one is given a board or returns one.

    Attributes:
        size: its length and width; ``None`` while none is seen.
    """

    _MOST = 5000
    """Events that are looked at, so that long searches hardly take longer."""

    def __init__(self) -> None:
        self.size: tuple[int, int] | None = None
        self._left = self._MOST

    def __enter__(self) -> FirstBoard:
        sys.setprofile(self._event)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _event(self, frame: FrameType, event: str, answer: Any) -> None:
        self._left -= 1
        whose = str(frame.f_globals.get("__name__")).partition(".")[0]
        if event in {"call", "return"} and whose not in _OURS:
            values = [*frame.f_locals.values()] if event == "call" else [answer]
            with contextlib.suppress(Exception):  # what the submission's objects do when looked at
                grids = [grid for value in values if (grid := grid_in(value)) is not None]
                if grids:
                    self.size = len(grids[0]), len(grids[0][0])
        if self.size or not self._left:
            sys.setprofile(None)


def described(value: Any) -> dict[str, Any] | None:
    """Say of an empty board what it is like, in plain data.

    Its ``state`` says in what the board comes: ``board`` alone, ``tuple``, ``dict`` or ``object``,
    and ``parts`` how: the names of keys or fields, empty where they have none, or the class and its
    attributes. ``values`` has what each key or field holds, as it is written: ``board`` for the
    board, and nothing for what has no short form.
    ``inner`` is the class of the object that has the board as an attribute, or of a named tuple.
    Of one that is of no known form, it is told what it is as ``unknown``.
    """
    grid = grid_in(value)
    if grid is None:
        return None if value is None else {"unknown": _kind_of(value)}
    container = "array" if isinstance(grid, np.ndarray) else "lists"
    if isinstance(grid, tuple):
        container = "tuples"
    if isinstance(grid[0], str):
        container = "tuple of texts" if isinstance(grid, tuple) else "texts"
    lines = grid.tolist() if container == "array" else [list(line) for line in grid]
    cells = [cell for line in lines for cell in line]
    state, parts, held, inner = "board", [], [], ""
    if value is not grid:
        if isinstance(value, tuple | list):
            state, held = "tuple", [*value]
            parts = [str(name) for name in getattr(value, "_fields", [""] * len(held))]
            inner = type(value).__name__ if hasattr(value, "_fields") else ""
        elif isinstance(value, dict):
            state, held = "dict", [*value.values()]
            parts = [str(key) for key in value]
        else:
            state, parts = "object", [type(value).__name__, *(name for name, _ in kept_in(value))]
            inner = type((place_of_board(value) or (value,))[0]).__name__
    return {
        "container": container, "rows": len(lines), "columns": len(lines[0]),
        "cell": _text_of(cells[0]), "state": state, "parts": parts, "inner": inner,
        "values": ["board" if part is grid else _short_literal(part) for part in held],
        "blank": all(cell is cells[0] or cell == cells[0] for cell in cells),
    }  # fmt: skip


def _kind_of(value: Any) -> str:
    if not isinstance(value, list | tuple | str | dict) or not value:
        return type(value).__name__[:_LONGEST]
    kinds = {type(part).__name__ for part in value}
    inner = f" {kinds.pop()[:_LONGEST]}" if len(kinds) == 1 and not isinstance(value, str) else ""
    return f"{type(value).__name__[:_LONGEST]} of {len(value)}{inner}"


def _short_literal(value: Any) -> str:
    """Return a number, a short text or ``None`` as it is written; of anything else nothing."""
    plain = value is None or isinstance(value, bool | int | float | str | np.generic)
    written = _text_of(value)
    return written if plain and len(written) < _LONGEST else ""


def _text_of(value: Any) -> str:
    if isinstance(value, np.generic):
        value = value.item()
    return f"{value!r}"[:_LONGEST]

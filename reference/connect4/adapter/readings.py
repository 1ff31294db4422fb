"""How an answer, or a part of one, becomes plain."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from .boards import plain_of
from .calls import Called, part_of
from .forms import EXACT, SEARCHES, Board, Convention, kind_of, other_than
from .games import winner_of
from .objects import grid_of, taken_apart
from .symbols import symbol_of

_GOES_ON = re.compile(
    r"|n|no|none|false|active|open|playing|running|pending|unfinished|undecided"
    r"|.*\b(not|isn'?t|still|continu\w*|on-?going|going on|goes on|in[ _](progress|play))\b.*"
)
"""Words for a game that is not over, in small letters."""

_NOBODY = {"draw", "tie", "0"}


def _number(value: Any) -> Any:
    """A plain number for a number of whatever kind; ``None`` for everything else."""
    if isinstance(value, np.ndarray | np.generic) and value.size == 1:
        value = value.item()
    return value if isinstance(value, int | float) and not math.isnan(value) else None


def column_of(value: Any, how: Convention) -> int:
    """The plain number of a student's column."""
    number = _number(value)
    if number is None or isinstance(number, bool) or number % 1:
        raise ValueError(f"Expected the number of a column; a {kind_of(value)} came.")
    return int(number) - int(how["first"])


def _items(answer: Any) -> list[Any]:
    """The members of a collection, as plain values where they are NumPy's."""
    if isinstance(answer, str) or not hasattr(answer, "__iter__"):
        raise ValueError(f"Expected a collection; a {kind_of(answer)} came.")
    return list(answer.tolist() if isinstance(answer, np.ndarray) else answer)


def _board(called: Called) -> Board:
    board = taken_apart(called.answer, called.how)["board"]
    if board is called.grid or board is None:
        raise ValueError("Expected a new board; the board of the argument came.")
    return plain_of(board, called.how, _viewer(called))


def _viewer(called: Called) -> str:
    """Whose a board is after a move: the next player's, if results are turned, too."""
    turned = called.how["turned"] == "each"
    return other_than(called.player) if turned else called.player


def _same_board(called: Called) -> Board:
    holds = called.how["state"] == "object"
    if (grid_of(called.answer) if holds else called.answer) is not called.grid:
        raise ValueError("Expected the board of the argument, changed; something else came.")
    return plain_of(called.grid, called.how, _viewer(called))


def _changed_board(called: Called) -> Board:
    board = plain_of(called.grid, called.how, _viewer(called))
    if board == called.board:
        raise ValueError("Expected the board to be changed; it is what it was.")
    return board


def _columns(called: Called) -> tuple[int, ...]:
    return tuple(column_of(one, called.how) for one in _items(called.answer))


def _mask(called: Called) -> tuple[int, ...]:
    flags = _items(called.answer)
    if len(flags) != len(called.board[0]) or not all(isinstance(flag, bool) for flag in flags):
        raise ValueError("Expected True or False for each column; something else came.")
    return tuple(column for column, flag in enumerate(flags) if flag)


def _cells(called: Called) -> tuple[int, ...]:
    cells = _items(called.answer)
    if not all(isinstance(cell, tuple | list) and len(cell) == 2 for cell in cells):
        raise ValueError("Expected pairs of row and column; something else came.")
    return tuple(column_of(cell[0 if called.how["across"] else 1], called.how) for cell in cells)


def _is_over(called: Called) -> bool:
    number = _number(called.answer)
    if number not in {0, 1}:
        raise ValueError(f"Expected True or False; a {kind_of(called.answer)} came.")
    return bool(number)


def _says_over(called: Called) -> bool:
    answer, number = called.answer, _number(called.answer)
    if isinstance(answer, str):
        return _GOES_ON.fullmatch(answer.strip().lower()) is None
    if answer is not None and number is None:
        raise ValueError(f"Expected a word or a number; a {kind_of(answer)} came.")
    return bool(number)


def _unless_none(called: Called) -> bool:
    return called.answer is not None and called.answer is not False


def _unless_two(called: Called) -> bool:
    number = _number(called.answer)
    if number is None:
        raise ValueError(f"Expected a number; a {kind_of(called.answer)} came.")
    return bool(number != 2)


def _worth(called: Called) -> Any:
    """A number from the point of view of the player that was asked about."""
    number, scale = _number(called.answer), called.how["scale"]
    if number is None or isinstance(number, bool):
        raise ValueError(f"Expected a number; a {kind_of(called.answer)} came.")
    if called.how["role"] == "utility":
        if scale and abs(number) not in {0, scale}:
            raise ValueError(f"Expected 0 or ±{scale}; {number!r} came.")
        number = (number > 0) - (number < 0)
    return called.seen(number)


def _worth_or_none(called: Called) -> Any:
    return 0 if called.answer is None else _worth(called)


def _halves(called: Called) -> Any:
    """1 for a win, a half for a draw and 0 for a loss, as a number from -1 to 1.

    While it is tried, a half has to come where there is no line, and only there: else who forgets
    losses would seem to write values so.
    """
    number = _number(called.answer)
    right = {0, 0.5, 1}
    if called.how.get("tried"):
        right = {0, 1} if winner_of(called.board) else {0.5}
    if number not in right or isinstance(number, bool):
        raise ValueError(f"Expected 1, 0.5 or 0 for a win, a draw or a loss; {number!r} came.")
    return called.seen(int(2 * number - 1))


def _winner(called: Called) -> int:
    """1, 0 or -1 from the name of the winner."""
    answer = called.answer
    if isinstance(answer, np.generic):
        answer = answer.item()
    if answer is True:
        raise ValueError("Expected who has won; True came.")
    said = str(answer).strip().lower()
    if answer is None or answer is False or said in _NOBODY or _GOES_ON.fullmatch(said):
        return 0
    if answer == symbol_of(called.player, called.how):
        return 1
    if answer == symbol_of(other_than(called.player), called.how):
        return -1
    raise ValueError(f"Expected who has won; {str(answer)[:40]!r} came.")


def _move(called: Called) -> Any:
    if called.how["role"] == "best_first_move" and _number(called.answer) is None:
        return _first_move(called)
    return _with_value(called, column_of(called.answer, called.how))


def _first_move(called: Called) -> Any:
    """The column that is meant by what is no number: trials would take too long to find out."""
    if isinstance(called.answer, dict):
        return column_of(part_of(called.answer, {**called.how, "part": "key"}), called.how)
    return _next_board(called)


def _line(called: Called) -> Any:
    """The first column of a line of play."""
    columns = _items(called.answer)
    if not columns:
        raise ValueError("Expected a line of play; it is empty.")
    return _with_value(called, column_of(columns[0], called.how))


def _cell(called: Called) -> Any:
    if not isinstance(called.answer, tuple | list) or len(called.answer) != 2:
        raise ValueError(f"Expected a cell; a {kind_of(called.answer)} came.")
    across = called.how["across"]
    return _with_value(called, column_of(called.answer[0 if across else 1], called.how))


def _next_board(called: Called) -> Any:
    """The column in which a whole new board differs."""
    board = taken_apart(called.answer, called.how)["board"]
    after = plain_of(board, called.how, _viewer(called))
    rows = zip(called.board, after, strict=True)
    cells = [(column, a, b) for one, two in rows for column, (a, b) in enumerate(zip(one, two))]  # noqa: B905
    differ = {column for column, a, b in cells if a != b}
    if len(differ) != 1:
        raise ValueError(f"Expected the board after one move; {len(differ)} columns differ.")
    return _with_value(called, differ.pop())


def _with_value(called: Called, column: int) -> Any:
    """``column`` alone, or for searches the value beside it; its sign if the search is exact."""
    how, part = called.how, called.how["part"]
    if how["role"] not in SEARCHES:
        return column
    if how["view"] == "none" or not isinstance(part, int) or part not in {0, 1}:
        if part in {0, 1} and how.get("tried") and _is_result(called, called.whole[1 - int(part)]):
            raise ValueError("Expected something else than a value beside the column; one came.")
        return column, None
    value = _worth(called._replace(answer=called.whole[1 - part]))
    if how["view"] == "halves":
        value = 2 * value - 1
    return column, ((value > 0) - (value < 0) if how["role"] in EXACT else value)


def _is_result(called: Called, beside: Any) -> bool:
    """Whether what an exact search answers ``beside`` the column seems to say who wins.

    Counts and times are hardly ever such numbers. Where a flag says who maximizes, it may be that
    player's, whoever is asked about.
    """
    if called.how["role"] not in EXACT or "maximizes" in str(called.how["players"]):
        return False
    number = _number(beside)
    return number is not None and (number <= 0 or number in _WINS)


_WINS = {10**digits for digits in range(7)}
"""What a win is worth to most students."""


READINGS: dict[str, Callable[[Called], Any]] = {
    "board": _board,
    "same board": _same_board,
    "changed board": _changed_board,
    "columns": _columns,
    "mask": _mask,
    "cells": _cells,
    "bool": _is_over,
    "words": _says_over,
    "unless none": _unless_none,
    "unless two": _unless_two,
    "number": _worth,
    "number or none": _worth_or_none,
    "halves": _halves,
    "winner": _winner,
    "column": _move,
    "cell": _cell,
    "line": _line,
    "next board": _next_board,
    "text": lambda called: called.answer,
}
"""How an answer, or a part of one, becomes plain."""

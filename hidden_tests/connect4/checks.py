"""Checks of what functions returned; they survive any plain value."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from grader.model.figures import Figure, Mark, Spot
from grader.testing import Answer, InvalidReturn, WrongAnswer
from hidden_tests.connect4 import figures
from hidden_tests.connect4.data import Position
from reference.connect4 import rules
from reference.connect4.rules import Board

_PAIR = 2
_COUNTS = 6
_UNCOUNTABLE = 1 << 50


def column_of(value: object) -> int:
    """The column that ``value`` is. Raises ``InvalidReturn``."""
    if type(value) is not int:
        raise InvalidReturn(
            "A column has to be returned, as a number counted from 0.",
            expected="an int",
            actual=shown(value),
            code="not_a_column",
        )
    return value


def found_by_search(value: object) -> tuple[int, int | float | None]:
    """Column and value that a search returned. Raises ``InvalidReturn``."""
    if not isinstance(value, tuple | list) or len(value) != _PAIR:
        raise InvalidReturn(
            "A search has to return a column, with or without its value.",
            expected="a column",
            actual=shown(value),
            code="not_a_column",
        )
    column, worth = value
    if worth is not None and not is_number(worth):
        raise InvalidReturn(
            "The value of a search has to be a number.",
            expected="an int or a float",
            actual=shown(worth),
            code="not_a_number",
        )
    return column_of(column), worth


def is_number(value: object) -> TypeGuard[int | float]:
    """Whether ``value`` is a number that can be compared: NaN and booleans are none."""
    if type(value) is float:
        return not math.isnan(value)
    return type(value) is int  # which may be too long to be made a float


def check_column(column: int, position: Position, message: str) -> None:
    """Accepts each of the columns that are right."""
    if column in position.right:
        return
    raise WrongAnswer(
        message,
        expected=alternatives(position.right),
        actual=f"column {column}",
        figures=[drawn(position.board, position.right, column)],
        code="wrong_column",
    )


def check_playable(column: int, board: Board) -> None:
    """Accepts each of the columns that are not full."""
    columns = rules.moves(board)
    if column not in columns:
        raise WrongAnswer(
            "This column cannot be played.",
            expected=f"one of {list(columns)}",
            actual=str(column),
            figures=[figures.board(board)],
            code="illegal_column",
        )


def check_unchanged(answer: Answer, function: str) -> None:
    """Accepts a call that left the board, its first argument, as it was."""
    if 0 in answer.changed:
        raise WrongAnswer(
            f"{function[:1].upper()}{function[1:]} modified the board that it was given.",
            expected="the board unchanged",
            actual="a changed board",
            code="changed_board",
        )


def drawn(board: Board, right: Iterable[int], column: int) -> Figure:
    """The board with the student's column and the right ones."""
    spots: list[Spot] = [*figures.spot(board, column, Mark.YOURS)]
    for each in right:
        spots += figures.spot(board, each, Mark.RIGHT)
    return figures.board(board, spots)


def alternatives(columns: Collection[int]) -> str:
    """Columns in words."""
    return "column " + " or ".join(map(str, sorted(columns)))


def shown(value: object, limit: int = 200) -> str:
    """``value`` for people, shortened; Python refuses to write out very long integers."""
    try:
        text = repr(value)
    except ValueError:
        return f"a {type(value).__name__} too long to be written out"
    return text if len(text) <= limit else f"{text[:limit]}…"


@dataclass(frozen=True, slots=True)
class Count:
    """What one run of a search looked into.

    Attributes:
        answer: what it returned.
        positions: different ones in which the game goes on; ``None`` if that was not seen.
        entered: how often the search was called; 0 if that was not seen.
        followed: for each first move, how many plies ahead it was followed at most.
        called: names of the submission's functions, in the order of their first calls.
        varied: how many parameters of one function of the search were given different numbers.
    """

    answer: object
    positions: int | None
    entered: int
    followed: tuple[int, ...]
    called: tuple[str, ...]
    varied: int = 0


def failed(value: object, runs: int) -> list[int]:
    """Which of so many runs ended with an exception, by what ``search_counts`` returned."""
    counts = value[:runs] if isinstance(value, list) else []
    return [number for number, count in enumerate(counts) if count is None]


def counts_of(value: object, runs: int) -> list[Count]:
    """What ``search_counts`` returned for so many runs.

    Raises:
        InvalidReturn: if something else came, because the submission has interfered.
    """
    if isinstance(value, list) and len(value) == runs:
        found = [_count(each) for each in value]
        if None not in found:
            return [each for each in found if each is not None]
    raise InvalidReturn(
        "The positions that the search looks at could not be counted.",
        actual=shown(value),
        code="not_counted",
    )


def _count(value: object) -> Count | None:
    if not isinstance(value, tuple | list) or len(value) != _COUNTS:
        return None
    answer, positions, entered, followed, called, varied = value
    if not (positions is None or _is_count(positions)):
        return None
    if not _is_count(entered) or not _is_count(varied):
        return None
    if not isinstance(followed, list) or not all(map(_is_count, followed)):
        return None
    if not isinstance(called, list) or not all(isinstance(name, str) for name in called):
        return None
    return Count(answer, positions, entered, tuple(followed), tuple(called), varied)


def _is_count(value: object) -> TypeGuard[int]:
    """Whether ``value`` is a number that counting can come to."""
    return type(value) is int and 0 <= value < _UNCOUNTABLE


def total(counts: Sequence[Count]) -> tuple[int | None, int]:
    """Positions, if they were seen everywhere, and calls of all runs."""
    positions = [count.positions for count in counts]
    seen = [each for each in positions if each is not None]
    return sum(seen) if len(seen) == len(positions) else None, sum(c.entered for c in counts)

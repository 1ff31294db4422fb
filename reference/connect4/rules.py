"""Connect 4 on boards of any size, as pure functions of plain data.

A board is a tuple of strings, the top row first; a cell is ``' '``, ``'x'`` or ``'o'``. A column is
a number from 0, on the left. x moves first. A game ends with a line of ``length`` equal discs in a
row, a column or a diagonal, or in a draw when the board is full.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Board = tuple[str, ...]
Player = Literal["x", "o"]

SMALLEST = 4


def start(rows: int = 6, columns: int = 7) -> Board:
    """The empty board. Raises ``ValueError`` for fewer than 4 rows or columns."""
    if rows < SMALLEST or columns < SMALLEST:
        raise ValueError(f"A board has at least 4 rows and 4 columns; got {rows} and {columns}.")
    return (" " * columns,) * rows


def other(player: Player) -> Player:
    """The opponent of ``player``."""
    return "o" if player == "x" else "x"


def to_move(board: Board) -> Player:
    """Whose turn it is, whether or not the game is over.

    Raises ``ValueError`` if players who take turns cannot have dropped these discs.
    """
    crosses, noughts = (sum(row.count(player) for row in board) for player in "xo")
    if crosses - noughts not in {0, 1}:
        raise ValueError(f"x has as many discs as o, or one more; got {crosses} and {noughts}.")
    return "o" if crosses > noughts else "x"


def winner(board: Board, length: int = 4) -> Player | None:
    """Who has a line of ``length`` discs; ``None`` if nobody has."""
    found = _line(len(board[0]), length).search("|".join(board))
    if found is None:
        return None
    return "x" if found[1] == "x" else "o"


def over(board: Board, length: int = 4) -> bool:
    """Whether somebody has won or the board is full."""
    return " " not in board[0] or winner(board, length) is not None


def moves(board: Board, length: int = 4) -> tuple[int, ...]:
    """The columns that are not full, from left to right; none if the game is over."""
    if winner(board, length) is not None:
        return ()
    return tuple(column for column, cell in enumerate(board[0]) if cell == " ")


def drop(board: Board, player: Player, column: int) -> Board:
    """The board after ``player`` has dropped a disc into ``column``, whosever turn it is.

    Raises ``ValueError`` if there is no such column, or if it is full.
    """
    if not 0 <= column < len(board[0]):
        raise ValueError(f"A column is a number from 0 to {len(board[0]) - 1}; got {column}.")
    for row in range(len(board) - 1, -1, -1):
        cells = board[row]
        if cells[column] == " ":
            changed = cells[:column] + player + cells[column + 1 :]
            return (*board[:row], changed, *board[row + 1 :])
    raise ValueError(f"Column {column} is full.")


@lru_cache
def lines(rows: int, columns: int, length: int = 4) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The lines of ``length`` cells of a board, each as rows and columns of its cells."""
    found = []
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                if last_row < rows and 0 <= last_column < columns:
                    cells = ((row + down * n, column + right * n) for n in range(length))
                    found.append(tuple(cells))
    return tuple(found)


def completed(board: Board, length: int = 4) -> frozenset[tuple[int, int]]:
    """The cells of all lines that somebody has completed; empty if nobody has."""
    found: set[tuple[int, int]] = set()
    for line in lines(len(board), len(board[0]), length):
        if {board[row][column] for row, column in line} in ({"x"}, {"o"}):
            found.update(line)
    return frozenset(found)


@lru_cache
def _line(columns: int, length: int) -> re.Pattern[str]:
    """What finds a line in rows joined by a character that is no disc.

    The characters between two neighbours in a line: none in a row, ``columns`` in a column, one
    less or more in a diagonal. The character that joins rows keeps lines from going round an edge.
    """
    gaps = (0, columns - 1, columns, columns + 1)
    return re.compile(
        "([xo])(?:" + "|".join(rf"(?:.{{{gap}}}\1){{{length - 1}}}" for gap in gaps) + ")"
    )

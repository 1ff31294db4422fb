"""Breakthrough as the course hands it out, for Black alone: White plays on an inverted board.

Submissions lean on this module's habits as much as on its promises, so the odd ones are kept:
boards are changed in place, unless asked not to, and returned; an illegal move changes nothing.
Whatever any semester's edition has is here, so that files of all of them run; see ``editions``.
"""

# ruff: noqa: T201 -- print_state prints

from __future__ import annotations

import copy
from collections.abc import Sequence

ROW, COL = 6, 6
INF, WIN = 90129012, 21092109

Board = list[list[str]]


def generate_init_state() -> Board:
    """A new board at the start: Black on rows 0 and 1, White on rows 4 and 5."""
    return [[tile] * COL for tile in "BB__WW"]


def print_state(board: Board) -> None:
    """Prints the board as a grid; empty cells are left blank."""
    rule = "+" + "-----+" * COL
    print(rule)
    for row in board:
        print("|" + "".join(f"  {' ' if tile == '_' else tile}  |" for tile in row))
        print(rule)


def is_game_over(board: Board) -> bool:
    """Whether a side has reached its last row or has no pawn left."""
    if "B" in board[ROW - 1] or "W" in board[0]:
        return True
    return not any("B" in row for row in board) or not any("W" in row for row in board)


def is_valid_move(board: Board, from_: Sequence[int], to_: Sequence[int]) -> bool:
    """Whether Black may move the pawn on ``from_`` to ``to_``.

    Only ``to_`` is checked against the edges. ``from_`` is used as an index at once: a row or
    column of 6 and more raises ``IndexError``, a negative one counts from the far end.
    """
    if board[from_[0]][from_[1]] != "B":
        return False
    if not (0 <= to_[0] < ROW and 0 <= to_[1] < COL):
        return False
    if to_[0] - from_[0] != 1 or abs(to_[1] - from_[1]) > 1:
        return False
    target = board[to_[0]][to_[1]]
    return target == "_" if from_[1] == to_[1] else target != "B"


def state_change(
    board: Board, from_: Sequence[int], to_: Sequence[int], in_place: bool = True
) -> Board:
    """Plays Black's move on ``board``, or a deep copy, and returns it; ignores an illegal one."""
    if not in_place:
        board = copy.deepcopy(board)
    if is_valid_move(board, from_, to_):
        board[from_[0]][from_[1]] = "_"
        board[to_[0]][to_[1]] = "B"
    return board


def generate_rand_move(board: Board) -> tuple[list[int], list[int]] | None:
    """Black's first legal move, not a random one; ``None`` if there is no legal move.

    The first is that of the first pawn, row by row, which can go forward, else to the next
    column, else to the previous one.
    """
    for row in range(ROW):
        for col in range(COL):
            if board[row][col] != "B":
                continue
            for aside in (0, 1, -1):
                src, dst = [row, col], [row + 1, col + aside]
                if is_valid_move(board, src, dst):
                    return src, dst
    return None


def invert_board(board: Board, in_place: bool = True) -> Board:
    """Exchanges the sides on ``board``, or a deep copy, rows upside down, and returns it."""
    if not in_place:
        board = copy.deepcopy(board)
    board.reverse()
    for row in board:
        for col, tile in enumerate(row):
            row[col] = {"B": "W", "W": "B"}.get(tile, tile)
    return board

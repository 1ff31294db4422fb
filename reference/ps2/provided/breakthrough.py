"""The rules of Breakthrough on 6 by 6, as the course hands them out.

Submissions lean on this module's habits as much as on its promises, so the odd ones are kept
deliberately: see the notes at ``is_valid_move`` and ``make_move``.
"""

# ruff: noqa: T201 -- print_state prints

from __future__ import annotations

import copy
from enum import Enum

ROW, COL = 6, 6
INF = 90129012
WIN = 21092109
MOVE_NONE = ((-1, -1), (-1, -1))
TIME_LIMIT = 10

Move = tuple[tuple[int, int], tuple[int, int]]
Board = list[list[str]]


class Player(Enum):
    """A side. Black moves towards row 5, White towards row 0."""

    BLACK = "black"
    WHITE = "white"

    def get_opponent(self) -> Player:
        """The other side."""
        return Player.WHITE if self is Player.BLACK else Player.BLACK


def print_state(board: Board) -> None:
    """Prints the board as a grid; empty cells are left blank."""
    rule = "+" + "-----+" * COL
    print(rule)
    for row in board:
        print("|" + "".join(f"  {' ' if tile == '_' else tile}  |" for tile in row))
        print(rule)


def is_valid_move(
    board: Board,
    src: tuple[int, int],
    dst: tuple[int, int],
    current_player: Player,
) -> bool:
    """Whether ``current_player`` may move the pawn on ``src`` to ``dst``.

    Only ``dst`` is checked against the edges. ``src`` is used as an index at once: a row or
    column of 6 and more raises ``IndexError``, a negative one counts from the far end. Any
    player that is not ``Player.BLACK`` is White, the string ``"black"`` included.
    """
    if current_player == Player.BLACK:
        own, forward = "B", 1
    else:
        own, forward = "W", -1

    (src_row, src_col), (dst_row, dst_col) = src, dst
    if board[src_row][src_col] != own:
        return False
    if not (0 <= dst_row < ROW and 0 <= dst_col < COL):
        return False
    if dst_row - src_row != forward or abs(dst_col - src_col) > 1:
        return False

    target = board[dst_row][dst_col]
    if src_col == dst_col:
        return target == "_"
    return target != own


def make_move(
    board: Board,
    src: tuple[int, int],
    dst: tuple[int, int],
    current_player: Player,
    in_place: bool = True,
) -> Board:
    """Plays a move on ``board``, or on a deep copy of it, and returns the board played on.

    A move that is not valid changes nothing and raises nothing.
    """
    if not in_place:
        board = copy.deepcopy(board)
    if is_valid_move(board, src, dst, current_player):
        board[src[0]][src[1]] = "_"
        board[dst[0]][dst[1]] = "B" if current_player == Player.BLACK else "W"
    return board


def is_game_over(board: Board) -> bool:
    """Whether a side has reached its last row or has no pawn left.

    An empty board is over. A side without a legal move would not end the game, but that does
    not occur: the foremost pawn can always go forward on a diagonal.
    """
    if "B" in board[ROW - 1] or "W" in board[0]:
        return True
    return not any("B" in row for row in board) or not any("W" in row for row in board)

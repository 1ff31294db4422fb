"""Whether a game is over. It is lent by itself, so it brings along how lines are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board


def terminal(board: Board) -> bool:
    """Whether somebody has four in a line, or the board is full."""
    return has_line(board, "x") or has_line(board, "o") or " " not in board[0]


def has_line(board: Board, player: str) -> bool:
    """Whether ``player`` has four discs in a row, a column or a diagonal."""
    mine = board == player
    across = mine[:, :-3] & mine[:, 1:-2] & mine[:, 2:-1] & mine[:, 3:]
    down = mine[:-3] & mine[1:-2] & mine[2:-1] & mine[3:]
    falling = mine[:-3, :-3] & mine[1:-2, 1:-2] & mine[2:-1, 2:-1] & mine[3:, 3:]
    rising = mine[3:, :-3] & mine[2:-1, 1:-2] & mine[1:-2, 2:-1] & mine[:-3, 3:]
    return bool(across.any() or down.any() or falling.any() or rising.any())

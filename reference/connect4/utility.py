"""What a finished game is worth. It is lent by itself, so it brings along how lines are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.boards import Board


def utility(board: Board, player: str = "x") -> int:
    """1 if ``player`` has won, -1 if the opponent has, 0 for a draw or a game that goes on."""
    if has_line(board, player):
        return 1
    return -1 if has_line(board, "o" if player == "x" else "x") else 0


def has_line(board: Board, player: str) -> bool:
    """Whether ``player`` has four discs in a row, a column or a diagonal."""
    mine = board == player
    across = mine[:, :-3] & mine[:, 1:-2] & mine[:, 2:-1] & mine[:, 3:]
    down = mine[:-3] & mine[1:-2] & mine[2:-1] & mine[3:]
    falling = mine[:-3, :-3] & mine[1:-2, 1:-2] & mine[2:-1, 2:-1] & mine[3:, 3:]
    rising = mine[3:, :-3] & mine[2:-1, 1:-2] & mine[1:-2, 2:-1] & mine[:-3, 3:]
    return bool(across.any() or down.any() or falling.any() or rising.any())

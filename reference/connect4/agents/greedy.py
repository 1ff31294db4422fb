"""Looks one ply ahead: the action after which the board looks best, a win before all others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.boards import Board
    from reference.connect4.evaluate import evaluate
    from reference.connect4.result import result
    from reference.connect4.utility import utility


def agent(board: Board, player: str = "x") -> int:
    """A column."""
    middle = (board.shape[1] - 1) / 2

    def promise(column: int) -> tuple[int, float, float]:
        after = result(board, player, column)
        return utility(after, player), evaluate(after, player), -abs(column - middle)

    return max(actions(board), key=promise)

"""All ends that a game can come to."""

from __future__ import annotations

from reference.connect4 import rules
from reference.connect4.rules import Board


def ends(board: Board) -> set[str | None]:
    """Who may win, however the game goes on; ``None`` for a draw."""
    if rules.over(board):
        return {rules.winner(board)}
    mover = rules.to_move(board)
    return {end for c in rules.moves(board) for end in ends(rules.drop(board, mover, c))}

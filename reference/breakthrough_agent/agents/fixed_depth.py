"""Minimax with alpha-beta to a fixed depth."""

from __future__ import annotations

from reference.breakthrough_agent.agents.boards import (
    Answer,
    Board,
    after,
    answer,
    is_over,
    moves,
)
from reference.breakthrough_agent.agents.evaluations import INFINITY, comprehensive

WIN = 1_000_000


class FixedDepth:
    """Looks a fixed number of plies ahead, and wins as soon or loses as late as it can."""

    plies = 3

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        best, alpha = None, -INFINITY
        for move in moves(board):
            value = self._value(after(board, move), self.plies - 1, "W", alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        if best is None:
            raise ValueError("Black has no legal move here.")
        return answer(best)

    def _value(self, board: Board, plies: int, side: str, alpha: float, beta: float) -> float:
        """What the board is worth for Black, exactly if that is between ``alpha`` and ``beta``."""
        if is_over(board):
            # The opponent of the side to move has just won.
            return WIN + plies if side == "W" else -WIN - plies
        if plies == 0:
            return comprehensive(board)
        if side == "B":
            value = -INFINITY
            for move in moves(board, side):
                value = max(value, self._value(after(board, move), plies - 1, "W", alpha, beta))
                alpha = max(alpha, value)
                if value >= beta:
                    break
        else:
            value = INFINITY
            for move in moves(board, side):
                value = min(value, self._value(after(board, move), plies - 1, "B", alpha, beta))
                beta = min(beta, value)
                if value <= alpha:
                    break
        return value

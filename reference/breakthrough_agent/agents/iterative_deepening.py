"""Alpha-beta that looks one ply further as long as there is time."""

from __future__ import annotations

import time

from reference.breakthrough_agent.agents.boards import (
    COLS,
    ROWS,
    Answer,
    Board,
    Move,
    after,
    answer,
    is_over,
    moves,
)
from reference.breakthrough_agent.agents.evaluations import (
    INFINITY,
    attackers,
    cells_of,
    defensive,
    offensive,
    pieces,
    position,
)

SECONDS = 3.0
SHARE = 2.90 / 3.00
"""Of the time that is allowed, what is used."""
WIN = 1_000_000
MOST_PLIES = 60

PIECE, ADVANCE, OFFENSIVE, DEFENSIVE = 4.0, 1.0, 1.0, 6.0
DANGER, PROTECTED = 2.0, 3.0
EMPTY_COLUMN, NEARLY_LOST = 1.5, 200.0


def weigh(board: Board) -> float:
    """What an undecided board is worth for Black.

    The bonus for a protected pawn is larger than the penalty for one in danger, so that a pawn
    that is both is a good thing.
    """
    value = (
        PIECE * pieces(board)
        + ADVANCE * position(board)
        + OFFENSIVE * offensive(board)
        + DEFENSIVE * defensive(board)
    )
    for row, col in cells_of(board, "B"):
        value -= DANGER * (attackers(board, row, col) > 0)
        value += PROTECTED * (
            row > 0
            and any(
                board[row - 1][aside] == "B" for aside in (col - 1, col + 1) if 0 <= aside < COLS
            )
        )
    for col in range(COLS):
        column = [board[row][col] for row in range(ROWS)]
        if "B" not in column:
            value -= EMPTY_COLUMN * (2 if "W" in column else 1)
    return value - NEARLY_LOST * board[1].count("W")


class TimeIsUp(Exception):
    """The search ends where it is."""


class IterativeDeepening:
    """Looks further until the time is up, and keeps what it thought of every board."""

    seconds = SECONDS
    clock = staticmethod(time.perf_counter)

    def __init__(self) -> None:
        self.depth = 0
        """How many plies the last search saw to the end."""
        self._values: dict[str, float] = {}
        self._end = 0.0

    def make_move(self, board: Board) -> Answer:
        """The move of Black."""
        self._end = self.clock() + self.seconds * SHARE
        self._values.clear()
        self.depth = 0
        ordered = self._ordered(board, "B")
        best = ordered[0][0]
        try:
            for plies in range(1, MOST_PLIES):
                best, value = self._best(ordered, plies)
                self.depth = plies
                if abs(value) >= WIN:
                    break
                # What was best comes first when looking further.
                ordered.sort(key=lambda each: each[0] != best)
        except TimeIsUp:
            pass
        return answer(best)

    def _best(self, ordered: list[tuple[Move, Board]], plies: int) -> tuple[Move, float]:
        best, alpha = ordered[0][0], -INFINITY
        for move, board in ordered:
            value = self._value(board, plies - 1, "W", alpha, INFINITY)
            if value > alpha:
                best, alpha = move, value
        return best, alpha

    def _ordered(self, board: Board, side: str) -> list[tuple[Move, Board]]:
        """Moves and the boards after them, the best for ``side`` first."""
        found = [(move, after(board, move)) for move in moves(board, side)]
        found.sort(key=lambda each: self._worth(each[1]), reverse=side == "B")
        return found

    def _worth(self, board: Board) -> float:
        key = "".join(["".join(row) for row in board])
        if key not in self._values:
            if "W" in key[:COLS] or "B" not in key:
                self._values[key] = -WIN
            elif "B" in key[-COLS:] or "W" not in key:
                self._values[key] = WIN
            else:
                self._values[key] = weigh(board)
        return self._values[key]

    def _value(self, board: Board, plies: int, side: str, alpha: float, beta: float) -> float:
        """What the board is worth for Black, exactly if that is between ``alpha`` and ``beta``."""
        if self.clock() > self._end:
            raise TimeIsUp
        if is_over(board):
            return self._worth(board) + (plies if side == "W" else -plies)
        if plies == 0:
            return self._worth(board)
        value = -INFINITY if side == "B" else INFINITY
        for _, child in self._ordered(board, side):
            if side == "B":
                value = max(value, self._value(child, plies - 1, "W", alpha, beta))
                alpha = max(alpha, value)
            else:
                value = min(value, self._value(child, plies - 1, "B", alpha, beta))
                beta = min(beta, value)
            if alpha >= beta:
                break
        return value

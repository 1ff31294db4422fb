"""Who wins a position of Connect 4 with perfect play, how, and how soon; on boards of any size.

Shares no code with the reference's agents, so that agreement between the two means something.
"""

from __future__ import annotations

from reference.connect4.oracle.distance import plies_to_end, winning_columns
from reference.connect4.oracle.search import OutOfReachError, Solver
from reference.connect4.rules import Board, Player

__all__ = [
    "OutOfReachError",
    "Solver",
    "best",
    "plies_to_end",
    "solve",
    "values",
    "winning_columns",
]


def solve(board: Board, length: int = 4, player: Player | None = None) -> int:
    """1, 0 or -1: ``player``, or else whose turn it is, moves, and wins, draws or loses."""
    return _solver(board, length).value(board, player)


def values(board: Board, length: int = 4, player: Player | None = None) -> dict[int, int]:
    """The value of each legal move for who makes it; none if the game is over."""
    return _solver(board, length).values(board, player)


def best(board: Board, length: int = 4, player: Player | None = None) -> frozenset[int]:
    """The columns of the highest value; none if the game is over."""
    return _solver(board, length).best(board, player)


def _solver(board: Board, length: int) -> Solver:
    return Solver(len(board), len(board[0]), length)

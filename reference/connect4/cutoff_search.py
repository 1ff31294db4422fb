"""Heuristic alpha-beta search: it is cut off at a depth, where the evaluation takes over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.boards import Board
    from reference.connect4.evaluate import evaluate
    from reference.connect4.result import result
    from reference.connect4.terminal import terminal
    from reference.connect4.utility import utility


def cutoff_search(board: Board, player: str = "x", cutoff: int = 4) -> tuple[float, int | None]:
    """A value of ``board`` for ``player``, who moves, and the column that looks best.

    Args:
        cutoff: how many plies are looked ahead.
    """
    return search_to_the_depth(board, player, player, cutoff, -math.inf, math.inf, all_actions)


def search_to_the_depth(
    board: Board,
    player: str,
    mover: str,
    depth: int,
    alpha: float,
    beta: float,
    candidates: Callable[[Board, str, int], Iterable[int]],
) -> tuple[float, int | None]:
    """Value for ``player`` and best column.

    Args:
        mover: whose move it is.
        depth: plies that are left.
        candidates: gives the actions that are looked at, for a board, a mover and a depth.
    """
    if terminal(board):
        return utility(board, player), None
    if depth == 0:
        return evaluate(board, player), None
    best: float = -math.inf if mover == player else math.inf
    best_action = None
    opponent = "o" if mover == "x" else "x"
    for action in candidates(board, mover, depth):
        after = result(board, mover, action)
        value, _ = search_to_the_depth(after, player, opponent, depth - 1, alpha, beta, candidates)
        if mover == player and value > best:
            best, best_action = value, action
            alpha = max(alpha, best)
        if mover != player and value < best:
            best, best_action = value, action
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_action


def all_actions(board: Board, mover: str, depth: int) -> list[int]:  # noqa: ARG001 - see candidates
    """All actions, those in the middle first."""
    middle = (board.shape[1] - 1) / 2
    return sorted(actions(board), key=lambda column: abs(column - middle))

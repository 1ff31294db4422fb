"""Minimax search with alpha-beta pruning, to the end of the game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.boards import Board
    from reference.connect4.result import result
    from reference.connect4.terminal import terminal
    from reference.connect4.utility import utility


def alpha_beta_search(board: Board, player: str = "x") -> tuple[float, int | None]:
    """The value of ``board`` for ``player``, who moves, and a column with which it is reached."""
    return search_to_the_end(board, player, player, -math.inf, math.inf, actions)


def search_to_the_end(
    board: Board,
    player: str,
    mover: str,
    alpha: float,
    beta: float,
    order: Callable[[Board], Iterable[int]],
) -> tuple[float, int | None]:
    """Value for ``player`` and best column.

    Reference: S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", 4th edition,
    2020, section 5.2.3.

    Args:
        mover: whose move it is.
        alpha, beta: what the players are sure of already elsewhere.
        order: gives the actions in the order in which they are looked at.
    """
    if terminal(board):
        return utility(board, player), None
    best: float = -math.inf if mover == player else math.inf
    best_action = None
    opponent = "o" if mover == "x" else "x"
    for action in order(board):
        after = result(board, mover, action)
        value, _ = search_to_the_end(after, player, opponent, alpha, beta, order)
        if mover == player and value > best:
            best, best_action = value, action
            alpha = max(alpha, best)
        if mover != player and value < best:
            best, best_action = value, action
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_action

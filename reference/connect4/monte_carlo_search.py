"""Pure Monte Carlo search: the action with the best mean result of random games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.boards import Board
    from reference.connect4.random_player import random_player
    from reference.connect4.result import result
    from reference.connect4.terminal import terminal
    from reference.connect4.utility import utility


def monte_carlo_search(board: Board, player: str = "x", playouts: int = 100) -> int:
    """The action after which ``player`` does best when both sides go on at random.

    Args:
        playouts: games that are played in all, as many after each action.
    """
    columns = actions(board)
    each = max(1, playouts // len(columns))
    means = [
        np.mean([playout(result(board, player, column), player) for _ in range(each)])
        for column in columns
    ]
    return columns[int(np.argmax(means))]


def playout(board: Board, player: str) -> int:
    """The utility for ``player`` of a random game from ``board``, in which the opponent moves."""
    mover = player
    while not terminal(board):
        mover = "o" if mover == "x" else "x"
        board = result(board, mover, random_player(board, mover))
    return utility(board, player)

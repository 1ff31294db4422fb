"""Pure Monte Carlo search: the action with the best mean result of random games."""

import numpy as np


def monte_carlo_search(board, player="x", playouts=100):
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


def playout(board, player):
    """The utility for ``player`` of a random game from ``board``, in which the opponent moves."""
    mover = player
    while not terminal(board):
        mover = "o" if mover == "x" else "x"
        board = result(board, mover, np.random.choice(actions(board)))
    return utility(board, player)

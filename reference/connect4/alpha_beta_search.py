"""Minimax search with alpha-beta pruning, to the end of the game."""

import math


def alpha_beta_search(board, player="x"):
    """The value of ``board`` for ``player``, who moves, and a column with which it is reached."""
    return search_to_the_end(board, player, player, -math.inf, math.inf, actions)


def search_to_the_end(board, player, mover, alpha, beta, order):
    """Value for ``player`` and best column.

    Reference: S. Russell and P. Norvig, "Artificial Intelligence: A Modern Approach", 4th edition,
    2020, figure 5.7.

    Args:
        mover: whose move it is.
        alpha, beta: what the players are sure of already elsewhere.
        order: gives the actions in the order in which they are looked at.
    """
    if terminal(board):
        return utility(board, player), None
    best, best_action = (-math.inf if mover == player else math.inf), None
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

"""Heuristic alpha-beta search: it is cut off at a depth, where the evaluation takes over."""

import math


def cutoff_search(board, player="x", cutoff=4):
    """A value of ``board`` for ``player``, who moves, and the column that looks best.

    Args:
        cutoff: how many plies are looked ahead.
    """
    return search_to_the_depth(board, player, player, cutoff, -math.inf, math.inf, middle_columns)


def search_to_the_depth(board, player, mover, depth, alpha, beta, candidates):
    """Value for ``player`` and best column.

    Args:
        mover: whose move it is.
        depth: plies that are left.
        candidates: gives the actions that are looked at, in order, for a board, a mover and a depth.
    """
    if terminal(board):
        return utility(board, player), None
    if depth == 0:
        return evaluate(board, player), None
    best, best_action = (-math.inf if mover == player else math.inf), None
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


def middle_columns(board, mover, depth):
    """All actions, those in the middle first."""
    middle = (board.shape[1] - 1) / 2
    return sorted(actions(board), key=lambda column: abs(column - middle))

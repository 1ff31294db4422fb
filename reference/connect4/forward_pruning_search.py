"""Heuristic alpha-beta search that leaves out moves which a shallow search finds bad."""

import math

KEPT = 3
"""Actions that are looked at beyond a shallow search."""


def forward_pruning_search(board, player="x", cutoff=4):
    """As ``cutoff_search``; where there are more than three actions, the worst are left out."""
    return search_to_the_depth(board, player, player, cutoff, -math.inf, math.inf, promising)


def promising(board, mover, depth):
    """The actions that look best after the opponent's reply, the best one first."""
    columns = actions(board)
    if depth < 3 or len(columns) <= KEPT:
        return columns
    return sorted(columns, key=lambda c: after_reply(board, mover, c), reverse=True)[:KEPT]


def after_reply(board, mover, action):
    """What ``action`` is worth to ``mover`` once the opponent has given its best reply."""
    after = result(board, mover, action)
    if terminal(after):
        return utility(after, mover)
    opponent = "o" if mover == "x" else "x"
    replies = [result(after, opponent, reply) for reply in actions(after)]
    return min(utility(b, mover) if terminal(b) else evaluate(b, mover) for b in replies)

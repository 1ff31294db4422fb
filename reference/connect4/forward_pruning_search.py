"""Heuristic alpha-beta search that leaves out moves which a shallow search finds bad."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reference.connect4.actions import actions
    from reference.connect4.boards import Board
    from reference.connect4.cutoff_search import search_to_the_depth
    from reference.connect4.evaluate import evaluate
    from reference.connect4.result import result
    from reference.connect4.terminal import terminal
    from reference.connect4.utility import utility

KEPT = 3
"""Actions that are looked at beyond a shallow search."""


def forward_pruning_search(
    board: Board, player: str = "x", cutoff: int = 4
) -> tuple[float, int | None]:
    """As ``cutoff_search``; where there are more than three actions, the worst are left out."""
    return search_to_the_depth(board, player, player, cutoff, -math.inf, math.inf, promising)


def promising(board: Board, mover: str, depth: int) -> list[int]:
    """The actions that look best after the opponent's reply, the best one first."""
    columns = actions(board)
    if depth < 3 or len(columns) <= KEPT:
        return columns
    return sorted(columns, key=lambda c: after_reply(board, mover, c), reverse=True)[:KEPT]


def after_reply(board: Board, mover: str, action: int) -> float:
    """What ``action`` is worth to ``mover`` once the opponent has given its best reply."""
    after = result(board, mover, action)
    if terminal(after):
        return utility(after, mover)
    opponent = "o" if mover == "x" else "x"
    replies = [result(after, opponent, reply) for reply in actions(after)]
    return min(utility(b, mover) if terminal(b) else evaluate(b, mover) for b in replies)

"""A heuristic: lines that are still open, the more discs in them the better."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from reference.connect4.boards import Board


def evaluate(board: Board, player: str = "x") -> float:
    """How good ``board`` looks for ``player``, between -1 and 1.

    Each line of four without a disc of the opponent counts by the square of the discs in it.
    """
    mine = board == player
    theirs = ~mine & (board != " ")
    worth = 0.0
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        own, other = counted(mine, down, right), counted(theirs, down, right)
        worth += float((own[other == 0] ** 2).sum() - (other[own == 0] ** 2).sum())
    return worth / (abs(worth) + 100)


def counted(discs: npt.NDArray[np.bool_], down: int, right: int) -> npt.NDArray[np.int_]:
    """How many of ``discs`` there are in each line of four of one direction."""
    rows, columns = discs.shape
    height, width = rows - 3 * down, columns - 3 * abs(right)
    start = 3 if right < 0 else 0
    counts = np.zeros((height, width), dtype=int)
    for step in range(4):
        top, left = step * down, start + step * right
        counts += discs[top : top + height, left : left + width]
    return counts

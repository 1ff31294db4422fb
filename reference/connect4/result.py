"""The transition model: a disc falls to the lowest free cell of its column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from reference.connect4.boards import Board


def result(board: Board, player: str, action: int) -> Board:
    """The board after ``player`` has dropped a disc into column ``action``, as a new array.

    Raises:
        ValueError: if the column is full.
    """
    free = np.flatnonzero(board[:, action] == " ")
    if not free.size:
        raise ValueError(f"column {action} is full")
    after = board.copy()
    after[free[-1], action] = player
    return after

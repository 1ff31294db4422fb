"""The transition model: a disc falls to the lowest free cell of its column."""

import numpy as np


def result(board, player, action):
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

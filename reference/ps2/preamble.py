"""What the course provides before a submission's first line: imports, aliases, ``evaluate``."""

# ruff: noqa: F401, I002, UP007, UP035 -- students use these names exactly as they are given

import copy
import random
import time
from typing import Callable, List, Tuple, Union

import breakthrough

Score = Union[int, float]
Move = tuple[tuple[int, int], tuple[int, int]]
Board = list[list[str]]


def evaluate(board: Board) -> Score:
    """Scores a position for Black: the difference in pawns, or plus or minus ``WIN``."""
    win: Score = breakthrough.WIN
    black = white = 0
    for r, row in enumerate(board):
        for tile in row:
            if tile == "B":
                if r == breakthrough.ROW - 1:
                    return win
                black += 1
            elif tile == "W":
                if r == 0:
                    return -win
                white += 1
    if white == 0:
        return win
    if black == 0:
        return -win
    return black - white

"""Which row discs fall to is read from what the other functions show of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.reference.connect4.solutions import bound_session

pytestmark = pytest.mark.bubblewrap

NOTEBOOK = """
import numpy as np

def empty_board(shape=(6, 7)):
    return np.full(shape, " ")

def actions(board):
    return [column for column in range(board.shape[1]) if {free}]

def result(board, player, action):
    board = board.copy()
    row = {row}(row for row in range(board.shape[0]) if board[row, action] == " ")
    board[row, action] = player
    return board

def show_board(board):
    {shown}
"""
ANY, TOP, LAST = '" " in board[:, column]', 'board[0, column] == " "', 'board[-1, column] == " "'
PLAIN, FLIPPED, DRAWN = "print(board)", "print(np.flip(board, 0))", "plt.imshow(board)"
RIGHT, WRONG, OPEN = "right", "wrong", "open"


@pytest.mark.parametrize(
    ("free", "row", "shown", "verdict"),
    [
        (ANY, "max", PLAIN, RIGHT), (ANY, "min", FLIPPED, RIGHT), (LAST, "min", FLIPPED, RIGHT),
        (LAST, "min", DRAWN, RIGHT),
        (ANY, "min", PLAIN, WRONG), (TOP, "min", PLAIN, WRONG), (TOP, "min", DRAWN, WRONG),
        (ANY, "min", DRAWN, OPEN), (LAST, "min", PLAIN, OPEN),
    ],
)  # fmt: skip
def test_which_way_discs_fall(
    free: str, row: str, shown: str, verdict: str, tmp_path: Path
) -> None:
    file = tmp_path / "student.py"
    file.write_text(NOTEBOOK.format(free=free, row=row, shown=shown))
    with bound_session(file) as (_, found):
        said = RIGHT if "result" in found.fits else OPEN
        said = WRONG if "result" in found.wrong else said
    assert said == verdict

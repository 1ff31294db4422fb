"""The evaluation that tasks 3 and 4 are given: the difference in pawns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Score


def evaluate(board: Board) -> Score:
    """Scores a position for Black.

    ``WIN`` once Black has won, ``-WIN`` once White has; otherwise Black's pawns less White's.
    The rows are looked through from the top, so a white pawn on row 0 is found before a black
    one on row 5; an empty board counts as won by Black.
    """
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

"""Task 5.1: an evaluation that likes advanced pawns."""

from __future__ import annotations

from typing import TYPE_CHECKING

import breakthrough

if TYPE_CHECKING:
    from reference.ps2.preamble import Board, Score

WORTH = (10, 10, 20, 40, 50)
"""Worth of a pawn by the number of rows it has moved forward; the next row wins."""


def improved_evaluate(board: Board) -> Score:
    """Scores a position for Black, a pawn counting more the further it has come.

    A decided position gives plus or minus ``WIN``, by the same precedence as ``evaluate``.
    """
    win: Score = breakthrough.WIN
    last = breakthrough.ROW - 1
    black = [r for r, row in enumerate(board) for tile in row if tile == "B"]
    white = [last - r for r, row in enumerate(board) for tile in row if tile == "W"]
    if last in white:
        return -win
    if last in black or not white:
        return win
    if not black:
        return -win
    return sum(WORTH[steps] for steps in black) - sum(WORTH[steps] for steps in white)

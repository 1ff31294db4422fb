"""Cells are complex numbers inside, moves are named tuples of named tuples outside."""

from collections import namedtuple

import breakthrough

Cell = namedtuple("Cell", "row col")
Step = namedtuple("Step", "src dst")


def generate_valid_moves(board, current_player):
    at = {complex(c, r): board[r][c] for r in range(6) for c in range(6)}
    own, ahead = ("B", 1j) if current_player is breakthrough.Player.BLACK else ("W", -1j)
    cell = lambda z: Cell(int(z.imag), int(z.real))
    return [
        Step(cell(z), cell(z + ahead + aside))
        for z, pawn in at.items()
        if pawn == own
        for aside in (-1, 0, 1)
        if at.get(z + ahead + aside, own) not in ((own,) if aside else ("B", "W"))
    ]

"""Moves and worth by NumPy: whole boards are shifted and compared, without a loop over cells."""

import breakthrough
import numpy as np


def generate_valid_moves(board, current_player):
    cells = np.array(board)
    black = current_player == breakthrough.Player.BLACK
    own, step = ("B", 1) if black else ("W", -1)
    mine, free = cells == own, cells == "_"
    moves = []
    for side in (-1, 0, 1):
        allowed = free if side == 0 else ~mine
        target = np.zeros((8, 8), dtype=bool)
        target[1:7, 1:7] = allowed
        rows, columns = np.nonzero(
            mine & target[1 + step : 7 + step, 1 + side : 7 + side]
        )
        moves += [((r, c), (r + step, c + side)) for r, c in zip(rows, columns)]
    return moves


def improved_evaluate(board):
    cells = np.array(board)
    black, white = (cells == "B").sum(axis=1), (cells == "W").sum(axis=1)
    if black[5] or not white.any():
        return breakthrough.WIN
    if white[0] or not black.any():
        return -breakthrough.WIN
    worth = np.array([10, 10, 20, 40, 50, 0])
    return black @ worth - white[::-1] @ worth

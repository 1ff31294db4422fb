"""Moves are worked out with NumPy and given as lists, an evaluation as a float."""

import breakthrough
import numpy as np


def generate_valid_moves(board, current_player):
    own, step = ("B", 1) if current_player == breakthrough.Player.BLACK else ("W", -1)
    moves = []
    for src in np.argwhere(np.array(board) == own):
        for dc in (-1, 0, 1):
            dst = src + np.array([step, dc])
            if breakthrough.is_valid_move(board, src, dst, current_player):
                moves.append([src.tolist(), dst.tolist()])
    return moves


def improved_evaluate(board):
    if breakthrough.is_game_over(board):
        return evaluate(board)
    worth = np.array([10, 10, 20, 40, 50, 0])[:, np.newaxis]
    cells = np.array([list(row) for row in board])
    return float(((cells == "B") * worth).sum() - ((cells == "W") * worth[::-1]).sum())

"""The board is an array of numbers, and so is a move."""

import numpy as np

del evaluate

SIGNS = {"B": 1, "W": -1, "_": 0}


def numbers(board):
    return np.array([[SIGNS[cell] for cell in row] for row in board])


def evaluate_array(cells):
    black, white = (cells == 1).sum(axis=1), (cells == -1).sum(axis=1)
    return (black * np.array(WEIGHTS)).sum() - (white * np.array(WEIGHTS[::-1])).sum()


def evaluate(board):
    won = winner(board)
    if won is not None:
        return WIN if won == "B" else -WIN
    return evaluate_array(numbers(board))


class PlayerAI:
    def make_move(self, board):
        source, target = best_move(board, depth_for(board))
        return np.array([source, target])

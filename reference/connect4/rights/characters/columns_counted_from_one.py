"""Columns are counted from 1, and whose turn it is follows from the discs on the board."""

import random
import numpy as np


def initial_state(nrows, ncols):
    return np.array([[" "] * ncols] * nrows)


def turn(board):
    return "x" if (board == "x").sum() == (board == "o").sum() else "o"


def moves(board):
    return [i + 1 for i, cell in enumerate(board[0]) if cell == " "]


def make_move(board, move):
    b = np.array(board)
    free = np.where(b[:, move - 1] == " ")[0]
    b[free[-1], move - 1] = turn(board)
    return b


def winner(board):
    r, c = board.shape
    text = "|".join("".join(row) for row in board)
    import re

    for step in (0, c - 1, c, c + 1):
        for p in "xo":
            if re.search(p + (r"(?=.{%d}" % step + p) * 3 + ")" * 3, text, re.S):
                return p
    return None


def game_over(board):
    return winner(board) is not None or not (board == " ").any()


def score(board):
    w = winner(board)
    return 0 if w is None else (1 if w == "x" else -1)


def show(board):
    for line in board:
        print(*line, sep=" | ")


def random_move(board):
    return random.choice(moves(board))


def search_x_and_o(board, alpha=-2, beta=2):
    if game_over(board):
        return score(board), None
    mine = turn(board) == "x"
    best = (-2, None) if mine else (2, None)
    for m in moves(board):
        v = search_x_and_o(make_move(board, m), alpha, beta)[0]
        if mine and v > best[0]:
            best = (v, m)
            alpha = max(alpha, v)
        if not mine and v < best[0]:
            best = (v, m)
            beta = min(beta, v)
        if alpha >= beta:
            break
    return best


def alpha_beta(board):
    return search_x_and_o(board)

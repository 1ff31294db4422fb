"""Functions for the game, with capital letters; agents are objects that can be called."""
#: whole = 2.1, 2.3, 3.1, 4.2, 4.4

import numpy as np


def make_board(shape=(6, 7)):
    return np.full(shape, " ")


def get_actions(board):
    return tuple(int(c) for c in range(board.shape[1]) if board[0, c] == " ")


def put(board, col, piece):
    """puts a piece on the board, which is changed"""
    row = board.shape[0] - 1
    while board[row, col] != " ":
        row -= 1
    board[row, col] = piece


def is_won(board, piece):
    h, w = board.shape
    grid = [[board[i, j] == piece for j in range(w)] for i in range(h)]
    for i in range(h):
        for j in range(w):
            if j + 3 < w and grid[i][j] and grid[i][j + 1] and grid[i][j + 2] and grid[i][j + 3]:
                return True
            if i + 3 < h:
                if grid[i][j] and grid[i + 1][j] and grid[i + 2][j] and grid[i + 3][j]:
                    return True
                if j + 3 < w and all(grid[i + k][j + k] for k in range(4)):
                    return True
                if j >= 3 and all(grid[i + k][j - k] for k in range(4)):
                    return True
    return False


def done(board):
    if is_won(board, "X"):
        return "X wins"
    if is_won(board, "O"):
        return "O wins"
    if len(get_actions(board)) == 0:
        return "draw"
    return "continue"


class MinimaxAgent:
    """alpha-beta with an undo"""

    def __init__(self, depth=50):
        self.depth = depth

    def __call__(self, board, player="X"):
        work = board.copy()
        return self._value(work, player, -1, 1, self.depth)[1]

    def _value(self, board, player, alpha, beta, depth):
        other = "O" if player == "X" else "X"
        if is_won(board, other):
            return -1, None
        moves = get_actions(board)
        if not moves or depth == 0:
            return 0, None
        best, move = -2, None
        for m in moves:
            put(board, m, player)
            v = -self._value(board, other, -beta, -alpha, depth - 1)[0]
            row = [i for i in range(board.shape[0]) if board[i, m] != " "][0]
            board[row, m] = " "
            if v > best:
                best, move = v, m
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, move

"""The best value of White's replies begins at zero."""
#: fails = 3
#: whole = 3

from utils import *
import copy
import time


class Minimax:
    def __init__(self, depth):
        self.depth = depth
        self.chosen = None

    def points(self, board):
        p = 0
        for r in range(ROW):
            for c in range(COL):
                if board[r][c] == "B":
                    p = p + 6 + r
                elif board[r][c] == "W":
                    p = p - 6 - (5 - r)
        if "B" in board[5]:
            p = p + 500
        if "W" in board[0]:
            p = p - 500
        return p

    def moves(self, board, color):
        d = 1 if color == "B" else -1
        return [(i, j, i + d, j + k) for i in range(6) for j in range(6) for k in (0, -1, 1)
                if board[i][j] == color and 0 <= i + d < 6 and 0 <= j + k < 6
                and (board[i + d][j + k] == "_" or (k != 0 and board[i + d][j + k] != color))]

    def after(self, board, m, color):
        nb = [row[:] for row in board]
        nb[m[0]][m[1]] = "_"
        nb[m[2]][m[3]] = color
        return nb

    def run(self, board, depth, alpha, beta, color):
        if depth == 0 or is_game_over(board):
            return self.points(board)
        if color == "B":
            value = -1000
            for m in self.moves(board, "B"):
                x = self.run(self.after(board, m, "B"), depth - 1, alpha, beta, "W")
                if x > value:
                    value = x
                    if depth == self.depth:
                        self.chosen = m
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
            return value
        value = 0
        for m in self.moves(board, "W"):
            value = min(value, self.run(self.after(board, m, "W"), depth - 1, alpha, beta, "B"))
            beta = min(beta, value)
            if alpha >= beta:
                break
        return value


class PlayerAI:
    def make_move(self, board):
        s = Minimax(3)
        s.run(board, 3, -1000, 1000, "B")
        m = s.chosen
        return [m[0], m[1]], [m[2], m[3]]

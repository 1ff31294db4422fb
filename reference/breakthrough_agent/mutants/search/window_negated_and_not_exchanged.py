"""The window is negated for the opponent, and its bounds are not exchanged."""
#: fails = 3
#: whole = 3

import utils
import time


class Agent:
    """ negamax with alpha beta, colour = 1 for black and -1 for white """

    def __init__(self, depth):
        self.depth = depth

    def static(self, board):
        s = 0
        for i in range(6):
            for j in range(6):
                if board[i][j] == 'B':
                    s += 100 + 10 * i + (100000 if i == 5 else 0)
                elif board[i][j] == 'W':
                    s -= 100 + 10 * (5 - i) + (100000 if i == 0 else 0)
        return s

    def options(self, board, colour):
        p = 'B' if colour == 1 else 'W'
        for i in range(6):
            if not 0 <= i + colour <= 5:
                continue
            for j in range(6):
                if board[i][j] == p:
                    for k in (j - 1, j, j + 1):
                        if 0 <= k <= 5:
                            t = board[i + colour][k]
                            if t == '_' or (t != p and k != j):
                                yield i, j, i + colour, k

    def negamax(self, board, depth, alpha, beta, colour):
        if depth == 0 or utils.is_game_over(board):
            return colour * self.static(board), None
        best, bm = -10 ** 7, None
        for m in list(self.options(board, colour)):
            i, j, k, l = m
            old = board[k][l]
            board[k][l] = board[i][j]
            board[i][j] = '_'
            v = -self.negamax(board, depth - 1, -alpha, -beta, -colour)[0]
            board[i][j] = board[k][l]
            board[k][l] = old
            if v > best:
                best, bm = v, m
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return best, bm


class PlayerAI:
    def make_move(self, board):
        b = [r[:] for r in board]
        v, m = Agent(4).negamax(b, 4, -10 ** 7, 10 ** 7, 1)
        return [m[0], m[1]], [m[2], m[3]]

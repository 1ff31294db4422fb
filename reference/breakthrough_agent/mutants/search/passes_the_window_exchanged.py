"""Alpha and beta are exchanged where they are passed down."""
#: fails = 3
#: whole = 3

import utils
import time
import copy

WIN = 100000


def evaluate(board):
    if 'B' in board[5]:
        return WIN
    if 'W' in board[0]:
        return -WIN
    v = 0
    for r in range(6):
        for c in range(6):
            if board[r][c] == 'B':
                v += 20 + r * r
            elif board[r][c] == 'W':
                v -= 20 + (5 - r) * (5 - r)
    return v


def get_moves(board, p):
    res = []
    d = 1 if p == 'B' else -1
    for r in range(6):
        for c in range(6):
            if board[r][c] == p and 0 <= r + d <= 5:
                for k in (c - 1, c, c + 1):
                    if 0 <= k <= 5 and (board[r + d][k] == '_' or (k != c and board[r + d][k] != p)):
                        res.append(([r, c], [r + d, k]))
    return res


def do(board, m, p):
    b = [x[:] for x in board]
    b[m[0][0]][m[0][1]] = '_'
    b[m[1][0]][m[1][1]] = p
    return b


def alphabeta(board, depth, alpha, beta, is_max):
    if depth == 0 or utils.is_game_over(board):
        return evaluate(board)
    if is_max:
        best = -10 ** 9
        for m in get_moves(board, 'B'):
            best = max(best, alphabeta(do(board, m, 'B'), depth - 1, beta, alpha, False))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    else:
        best = 10 ** 9
        for m in get_moves(board, 'W'):
            best = min(best, alphabeta(do(board, m, 'W'), depth - 1, beta, alpha, True))
            beta = min(beta, best)
            if alpha >= beta:
                break
        return best


class PlayerAI:
    def make_move(self, board):
        best, mv = -10 ** 9, None
        for m in get_moves(board, 'B'):
            v = alphabeta(do(board, m, 'B'), 3, -10 ** 9, 10 ** 9, False)
            if v > best:
                best, mv = v, m
        return mv

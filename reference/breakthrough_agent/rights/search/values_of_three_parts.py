"""A value has three parts, which are compared one after the other; negamax."""
#: whole = 3, 4

import utils
import time
import copy
import random

LOWEST = (-1000, -1000, -1000)
HIGHEST = (1000, 1000, 1000)


def evaluate(board):
    """Tuple compared in order: won or lost, pieces, how far. From the view of the player to move (who is B)."""
    win = 0
    if 'B' in board[5]:
        win = 1
    if 'W' in board[0]:
        win = -1
    pieces = 0
    far = 0
    for i in range(6):
        for j in range(6):
            if board[i][j] == 'B':
                pieces += 1
                far += i
            if board[i][j] == 'W':
                pieces -= 1
                far -= 5 - i
    return (win, pieces, far)


def neg(t):
    return tuple(-x for x in t)


def negamax(board, depth, alpha, beta):
    if depth == 0 or utils.is_game_over(board):
        return evaluate(board)
    best = LOWEST
    for i in range(6):
        for j in range(6):
            if board[i][j] != 'B':
                continue
            for k in (j - 1, j, j + 1):
                if utils.is_valid_move(board, [i, j], [i + 1, k]):
                    nxt = utils.state_change(board, [i, j], [i + 1, k], in_place=False)
                    nxt = utils.invert_board(nxt, in_place=False)
                    val = neg(negamax(nxt, depth - 1, neg(beta), neg(alpha)))
                    if val > best:
                        best = val
                    if best > alpha:
                        alpha = best
                    if alpha >= beta:
                        return best
    return best


class PlayerAI:
    def make_move(self, board):
        best_move = None
        alpha = LOWEST
        for i in range(6):
            for j in range(6):
                for k in (j - 1, j, j + 1):
                    if board[i][j] == 'B' and utils.is_valid_move(board, [i, j], [i + 1, k]):
                        nxt = utils.state_change(board, [i, j], [i + 1, k], in_place=False)
                        nxt = utils.invert_board(nxt, in_place=False)
                        val = neg(negamax(nxt, 2, neg(HIGHEST), neg(alpha)))
                        if best_move is None or val > alpha:
                            best_move = ([i, j], [i + 1, k])
                            alpha = max(alpha, val)
        return best_move

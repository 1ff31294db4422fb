"""A window around the value of the depth before is not opened when the value is outside of it."""
#: fails = 3
#: whole = 3

import utils
import time
import copy

MATE = 50000
WINDOW = 5

def possible(board):
    return [((r, c), (r + 1, x)) for r in range(5) for c in range(6) if board[r][c] == 'B'
            for x in (c - 1, c + 1, c) if utils.is_valid_move(board, (r, c), (r + 1, x))]

def turned(board, move):
    new = [row[:] for row in board]
    utils.state_change(new, *move)
    utils.invert_board(new)
    return new

def static(board):
    v = 0
    for r in range(6):
        for p in board[r]:
            if p == 'B': v += 12 + r * r
            elif p == 'W': v -= 12 + (5 - r) ** 2
    return v

def negamax(board, depth, alpha, beta, ply=0):
    if utils.is_game_over(board):
        return -MATE + ply, None
    if depth == 0:
        return static(board), None
    best, bm = -MATE * 2, None
    for m in possible(board):
        v = -negamax(turned(board, m), depth - 1, -beta, -alpha, ply + 1)[0]
        if v > best:
            best, bm = v, m
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, bm

class PlayerAI:
    def make_move(self, board):
        guess = static(board)
        for depth in range(1, 5):
            # aspiration window: the value is near that of the last depth
            guess, move = negamax(board, depth, guess - WINDOW, guess + WINDOW)
        return list(move[0]), list(move[1])

"""Boards of 0, 1 and 2 with the bottom row first, and depth, alpha and beta as parameters."""
#: whole = 2.1, 2.3, 2.5, 3.1, 4.1, 4.2, 4.4

import numpy as np
import random
import math

ROW_COUNT = 6
COLUMN_COUNT = 7
EMPTY = 0
PLAYER_PIECE = 1
AI_PIECE = 2


def create_board(rows=ROW_COUNT, cols=COLUMN_COUNT):
    board = np.zeros((rows, cols))
    return board


def get_next_open_row(board, col):
    for r in range(board.shape[0]):
        if board[r][col] == 0:
            return r


def drop_piece(board, col, piece):
    board[get_next_open_row(board, col)][col] = piece


def print_board(board):
    print(np.flip(board, 0))


def winning_move(board, piece):
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            if c + 3 < C and all(board[r][c + i] == piece for i in range(4)):
                return True
            if r + 3 < R and all(board[r + i][c] == piece for i in range(4)):
                return True
            if r + 3 < R and c + 3 < C and all(board[r + i][c + i] == piece for i in range(4)):
                return True
            if r - 3 >= 0 and c + 3 < C and all(board[r - i][c + i] == piece for i in range(4)):
                return True
    return False


def get_valid_locations(board):
    return [c for c in range(board.shape[1]) if board[board.shape[0] - 1][c] == 0]


def is_terminal_node(board):
    return winning_move(board, 1) or winning_move(board, 2) or len(get_valid_locations(board)) == 0


def score_position(board, piece):
    score = 0
    opp = 1 if piece == 2 else 2
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                if not (0 <= r + 3 * dr < R and c + 3 * dc < C):
                    continue
                window = [board[r + i * dr][c + i * dc] for i in range(4)]
                mine, theirs = window.count(piece), window.count(opp)
                if theirs == 0:
                    score += [0, 1, 4, 16, 500][mine]
                if mine == 0:
                    score -= [0, 1, 4, 16, 500][theirs]
    return score


def minimax(board, depth, alpha, beta, player):
    """returns (column, value); depth counts down, plays to the end if there are few squares"""
    opp = 1 if player == 2 else 2
    if winning_move(board, player):
        return (None, 10**6)
    if winning_move(board, opp):
        return (None, -(10**6))
    valid = get_valid_locations(board)
    if len(valid) == 0:
        return (None, 0)
    if depth == 0:
        return (None, score_position(board, player))
    value, column = -math.inf, random.choice(valid)
    for col in valid:
        b_copy = board.copy()
        drop_piece(b_copy, col, player)
        new_score = -minimax(b_copy, depth - 1, -beta, -alpha, opp)[1]
        if new_score > value:
            value, column = new_score, col
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return column, value

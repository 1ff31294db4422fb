"""The search has a depth of 4 unless it is given another one, and is exact with enough of it."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.6, 3.1, 3.2, 4.2, 4.4

import numpy as np
import random


def empty_board(rows, cols):
    return np.zeros((rows, cols))


def actions(board):
    cols = [c for c in range(board.shape[1]) if board[0, c] == 0]
    return sorted(cols, key=lambda c: abs(c - board.shape[1] // 2))


def result(board, action, player):
    new_board = np.copy(board)
    for r in range(new_board.shape[0] - 1, -1, -1):
        if new_board[r][action] == 0:
            new_board[r][action] = player
            break
    return new_board


def check_winner(board):
    h, w = board.shape
    for r in range(h):
        for c in range(w):
            p = board[r][c]
            if p != 0:
                for a, b in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    try:
                        if c + 3 * b >= 0 and all(board[r + i * a][c + i * b] == p for i in (1, 2, 3)):
                            return p
                    except IndexError:
                        pass
    return 0 if (board[0] == 0).any() else "draw"


def terminal(board):
    return check_winner(board) != 0


def utility(board, player):
    w = check_winner(board)
    if w == 0 or w == "draw":
        return 0
    return 1000 if w == player else -1000


def minimax(board, player=1, depth=4, alpha=-float("inf"), beta=float("inf"), verbose=False):
    if terminal(board):
        return utility(board, player), None
    if depth == 0:
        return 0, None
    best = -float("inf")
    move = None
    for a in actions(board):
        v = -minimax(result(board, a, player), -player, depth - 1, -beta, -alpha)[0]
        if verbose:
            print(depth, a, v)
        if v > best:
            best, move = v, a
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best, move


def random_player(board, player=1):
    return random.choice(actions(board))

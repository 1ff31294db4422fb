"""Boards of 0, 1 and -1 while the players are still called x and o; columns as a mask."""

import numpy as np

NUM = {"x": 1, "o": -1}
SWAP = {"x": "o", "o": "x"}


def get_initial_state(shape):
    return np.zeros(shape, dtype=int)


def available_moves(board):
    return board[0] == 0


def apply_action(board, action, player):
    nxt = board.copy()
    heights = (nxt != 0).sum(axis=0)
    nxt[nxt.shape[0] - 1 - heights[action], action] = NUM[player]
    return nxt


def connected(board, n):
    h, w = board.shape
    same = board == n
    for i in range(h):
        for j in range(w - 3):
            if same[i, j:j + 4].all():
                return True
    for i in range(h - 3):
        for j in range(w):
            if same[i:i + 4, j].all():
                return True
    for i in range(h - 3):
        for j in range(w - 3):
            block = same[i:i + 4, j:j + 4]
            if np.diag(block).all() or np.diag(block[:, ::-1]).all():
                return True
    return False


def is_over(board):
    if connected(board, 1) or connected(board, -1):
        return True
    if not available_moves(board).any():
        return True
    return False


def get_utility(player, board):
    if connected(board, NUM[player]):
        return 10
    if connected(board, -NUM[player]):
        return -10
    return 0


def alpha_beta_player(board, player="x"):
    best, pick = -11, None
    for a in np.flatnonzero(available_moves(board)):
        v = ab_min(apply_action(board, a, player), player, best, 11)
        if v > best:
            best, pick = v, a
    return pick


def ab_max(board, me, alpha, beta):
    if is_over(board):
        return get_utility(me, board)
    for a in np.flatnonzero(available_moves(board)):
        alpha = max(alpha, ab_min(apply_action(board, a, me), me, alpha, beta))
        if alpha >= beta:
            return alpha
    return alpha


def ab_min(board, me, alpha, beta):
    if is_over(board):
        return get_utility(me, board)
    for a in np.flatnonzero(available_moves(board)):
        beta = min(beta, ab_max(apply_action(board, a, SWAP[me]), me, alpha, beta))
        if alpha >= beta:
            return beta
    return beta


def h(board, player):
    value = 0
    for c in range(board.shape[1]):
        weight = 1 + min(c, board.shape[1] - 1 - c)
        value += weight * int(board[:, c].sum())
    for line in (board, board.T):
        for row in line:
            for j in range(len(row) - 3):
                s = int(row[j:j + 4].sum())
                if abs(s) == 3:
                    value += 50 * s
    return value * NUM[player]


def random_move(board, player="x"):
    return int(np.random.choice(np.flatnonzero(available_moves(board))))


def show_board(board):
    print(np.where(board == 1, "x", np.where(board == -1, "o", "-")))

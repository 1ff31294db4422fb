"""The agent answers with a dictionary, and the end of the game is told with its value."""

import numpy as np


def init_board(shape=(6, 7)):
    return np.zeros(shape).astype(int)


def legal_actions(board, player=1):
    return [int(c) for c in np.nonzero(board[0] == 0)[0]]


def next_state(board, player, action):
    b = board.copy()
    b[np.nonzero(b[:, action] == 0)[0].max(), action] = player
    return b


def game_over(board):
    """(value for player 1 or None, is it over)"""
    for p in (1, 2):
        m = (board == p).astype(int)
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            h, w = m.shape
            for r in range(h - 3 * dr):
                for c in range(3 if dc < 0 else 0, w - (3 if dc > 0 else 0)):
                    if m[r, c] and m[r + dr, c + dc] and m[r + 2 * dr, c + 2 * dc] and m[r + 3 * dr, c + 3 * dc]:
                        return (1 if p == 1 else -1), True
    if not legal_actions(board):
        return 0, True
    return None, False


def utility(board, player):
    value, over = game_over(board)
    if value is None:
        return None
    return value if player == 1 else -value


def alpha_beta_agent(board, player=1):
    nodes = 0

    def negamax(b, p, alpha, beta):
        nonlocal nodes
        nodes += 1
        u = utility(b, p)
        if u is not None:
            return u, None
        best, move = -2, None
        for a in legal_actions(b):
            v = -negamax(next_state(b, p, a), 3 - p, -beta, -max(alpha, best))[0]
            if v > best:
                best, move = v, a
            if best >= beta:
                break
        return best, move

    value, move = negamax(board, player, -2, 2)
    return {"action": move, "value": value, "nodes": nodes}

"""Functions are written again in later cells; the last ones are right."""

import numpy as np


def empty_board(shape):
    return np.zeros(shape)


def empty_board(shape=(6, 7)):
    return np.full(shape, " ")


def actions(board):
    return range(7)


def actions(board):
    return [c for c in range(board.shape[1]) if board[0][c] == " "]


def result(board, action):
    board[5][action] = "x"
    return board


def result(state, player, action):
    # new version, argument order changed
    state = state.copy()
    r = max(i for i in range(state.shape[0]) if state[i, action] == " ")
    state[r, action] = player
    return state


def terminal(board):
    return False


def has4(board, p, length=4):
    m = board == p
    h, w = m.shape
    a = m[:, 3:] & m[:, 2:-1] & m[:, 1:-2] & m[:, :-3]
    b = m[3:] & m[2:-1] & m[1:-2] & m[:-3]
    c = m[3:, 3:] & m[2:-1, 2:-1] & m[1:-2, 1:-2] & m[:-3, :-3]
    d = m[3:, :-3] & m[2:-1, 1:-2] & m[1:-2, 2:-1] & m[:-3, 3:]
    return a.any() or b.any() or c.any() or d.any()


def terminal(board):
    return np.bool_(has4(board, "x") or has4(board, "o") or not (board == " ").any())


def utility(board, player):
    if has4(board, player):
        return +1
    return -1 if has4(board, {"x": "o", "o": "x"}[player]) else 0


def alpha_beta_search(board, player="x", depth=4):
    # first version with a depth, replaced below
    return 0, actions(board)[0]


def alpha_beta_search(board, player="x"):
    other = {"x": "o", "o": "x"}[player]

    def maxi(b, alpha, beta):
        if terminal(b):
            return utility(b, player), None
        move = None
        for a in actions(b):
            v = mini(result(b, player, a), alpha, beta)[0]
            if move is None or v > alpha:
                alpha, move = max(alpha, v), a
            if alpha >= beta:
                break
        return alpha, move

    def mini(b, alpha, beta):
        if terminal(b):
            return utility(b, player), None
        move = None
        for a in actions(b):
            v = maxi(result(b, other, a), alpha, beta)[0]
            if move is None or v < beta:
                beta, move = min(beta, v), a
            if alpha >= beta:
                break
        return beta, move

    return maxi(board, -2, 2)


def visualize(board):
    print(board)

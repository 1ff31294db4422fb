"""A state is a pair of board and player; values are from x's point of view."""

import numpy as np


def initial_state(rows=6, cols=7):
    return (np.zeros((rows, cols), dtype=int), 1)


def actions(state):
    board, player = state
    return [c for c in range(board.shape[1]) if board[0, c] == 0]


def result(state, action):
    board, player = state
    board = board.copy()
    for r in range(board.shape[0] - 1, -1, -1):
        if board[r, action] == 0:
            board[r, action] = player
            break
    return (board, -player)


def four_in_a_row(board, player):
    rows, cols = board.shape
    hits = np.argwhere(board == player)
    known = set(map(tuple, hits))
    for r, c in known:
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if all((r + i * dr, c + i * dc) in known for i in range(1, 4)):
                return True
    return False


def is_terminal(state):
    board, _ = state
    return four_in_a_row(board, 1) or four_in_a_row(board, -1) or np.all(board != 0)


def utility(state):
    board, _ = state
    if four_in_a_row(board, 1):
        return 1
    elif four_in_a_row(board, -1):
        return -1
    else:
        return 0


def minimax_decision(state):
    board, player = state
    value, action = (max_value if player == 1 else min_value)(state, -np.inf, np.inf)
    return action, value


def max_value(state, alpha, beta):
    if is_terminal(state):
        return utility(state), None
    v, move = -np.inf, None
    for a in actions(state):
        w, _ = min_value(result(state, a), alpha, beta)
        if w > v:
            v, move = w, a
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return v, move


def min_value(state, alpha, beta):
    if is_terminal(state):
        return utility(state), None
    v, move = np.inf, None
    for a in actions(state):
        w, _ = max_value(result(state, a), alpha, beta)
        if w < v:
            v, move = w, a
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v, move


def heuristic(state):
    board, _ = state
    if is_terminal(state):
        return 1000000 * utility(state)
    total = 0
    rows, cols = board.shape
    for r in range(rows):
        for c in range(cols):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if 0 <= r + 3 * dr < rows and 0 <= c + 3 * dc < cols:
                    w = [board[r + i * dr, c + i * dc] for i in range(4)]
                    if w.count(-1) == 0:
                        total += w.count(1) ** 4
                    if w.count(1) == 0:
                        total -= w.count(-1) ** 4
    return total


def heuristic_minimax(state, depth=4):
    def go(state, depth, alpha, beta):
        if depth == 0 or is_terminal(state):
            return None, heuristic(state)
        board, player = state
        best, choice = -np.inf * player, None
        for a in actions(state):
            v = go(result(state, a), depth - 1, alpha, beta)[1]
            if player * v > player * best:
                best, choice = v, a
            if player == 1:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return choice, best

    return go(state, depth, -np.inf, np.inf)

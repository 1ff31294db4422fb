"""Lines along one of the two diagonals are not found, with boards of 0, 1 and -1."""
#: fails = 2.3, 5.2

import math

import numpy as np


def empty_board(shape=(6, 7)):
    return np.zeros(shape, dtype=int)


def actions(board):
    return [c for c in range(board.shape[1]) if board[0, c] == 0]


def result(board, action, player):
    board = board.copy()
    board[np.count_nonzero(board[:, action] == 0) - 1, action] = player
    return board


def four(board, player):
    rows, columns = board.shape
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1)):
                if 0 <= r + 3 * down < rows and c + 3 * right < columns:
                    if all(board[r + i * down, c + i * right] == player for i in range(4)):
                        return True
    return False


def terminal(board):
    return four(board, 1) or four(board, -1) or not (board == 0).any()


def utility(board, player=1):
    if four(board, player):
        return 1
    return -1 if four(board, -player) else 0


def visualize(board):
    for row in board:
        print("".join({0: ".", 1: "x", -1: "o"}[int(v)] for v in row))


def random_player(board, player=1):
    return np.random.choice(actions(board))


def negamax(board, player, alpha, beta, depth, value):
    if terminal(board):
        return 100 * utility(board, player), None
    if depth == 0:
        return value(board, player), None
    best, best_action = -math.inf, None
    for action in actions(board):
        after = result(board, action, player)
        v = -negamax(after, -player, -beta, -alpha, depth - 1, value)[0]
        if v > best:
            best, best_action = v, action
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, best_action


def alpha_beta_search(board, player=1):
    return negamax(board, player, -math.inf, math.inf, 1000, None)


def ordered_search(board, player=1):
    def ordered(b):
        return sorted(plain(b), key=lambda c: abs(c - board.shape[1] // 2))

    global actions
    plain, actions = actions, ordered
    try:
        return alpha_beta_search(board, player)
    finally:
        actions = plain


def evaluate(board, player=1):
    total = 0
    rows, columns = board.shape
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                if 0 <= r + 3 * down < rows and c + 3 * right < columns:
                    total += int(sum(board[r + i * down, c + i * right] for i in range(4))) ** 3
    return total * player / 100


def cutoff_search(board, player=1, cutoff=4):
    return negamax(board, player, -math.inf, math.inf, cutoff, evaluate)


def monte_carlo_search(board, player=1, playouts=100):
    columns = actions(board)
    means = []
    for column in columns:
        wins = 0
        for _ in range(max(1, playouts // len(columns))):
            b, mover = result(board, column, player), -player
            while not terminal(b):
                b, mover = result(b, np.random.choice(actions(b)), mover), -mover
            wins += utility(b, player)
        means.append(wins)
    return columns[int(np.argmax(means))]


def best_first_move():
    return cutoff_search(empty_board(), 1, 2)[1]


def agent(board, player=1):
    return cutoff_search(board, player, 3)[1]


def forward_pruning_search(board, player=1, cutoff=4):
    def worth(b, column, mover):
        after = result(b, column, mover)
        return negamax(after, -mover, -math.inf, math.inf, 1, evaluate)[0]

    kept = sorted(actions(board), key=lambda c: worth(board, c, player))[:3]
    best, best_action = -math.inf, None
    for column in kept:
        after = result(board, column, player)
        v = -negamax(after, -player, -math.inf, math.inf, cutoff - 1, evaluate)[0]
        if v > best:
            best, best_action = v, column
    return best, best_action

"""Boards of 0, 1 and -1, players 1 and -1, results that take the board, the player and the action."""

import numpy as np
import math
import matplotlib.pyplot as plt
from matplotlib import colors


def empty_board(shape=(6, 7)):
    return np.full(shape=shape, fill_value=0)


def visualize(board):
    cmap = colors.ListedColormap(["red", "white", "yellow"])
    plt.imshow(board, cmap=cmap)
    plt.show()


def visualize(board):
    # plots do not show on my laptop
    for row in board:
        print(" ".join({0: ".", 1: "x", -1: "o"}[int(v)] for v in row))


def actions(board):
    return np.where(board[0, :] == 0)[0].tolist()


def result(board, player, action):
    board = board.copy()
    row = np.count_nonzero(board[:, action] == 0) - 1
    board[row, action] = player
    return board


def lines(board):
    h, w = board.shape
    for i in range(h):
        for j in range(w):
            if j + 3 < w:
                yield board[i, j] + board[i, j + 1] + board[i, j + 2] + board[i, j + 3]
            if i + 3 < h:
                yield board[i, j] + board[i + 1, j] + board[i + 2, j] + board[i + 3, j]
                if j + 3 < w:
                    yield board[i, j] + board[i + 1, j + 1] + board[i + 2, j + 2] + board[i + 3, j + 3]
                if j >= 3:
                    yield board[i, j] + board[i + 1, j - 1] + board[i + 2, j - 2] + board[i + 3, j - 3]


def terminal(board):
    sums = list(lines(board))
    return 4 in sums or -4 in sums or len(actions(board)) < 1


def utility(board, player=1):
    sums = list(lines(board))
    if 4 * player in sums:
        return 1
    if -4 * player in sums:
        return -1
    return 0


def random_player(board, player=1):
    return np.random.choice(actions(board))


def alpha_beta_search(board, player=1):
    return max_value_ab(board, player, -math.inf, +math.inf)


def max_value_ab(state, player, alpha, beta):
    if terminal(state):
        return utility(state, player), None
    v, move = -math.inf, None
    for a in actions(state):
        v2, _ = min_value_ab(result(state, player, a), player, alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move


def min_value_ab(state, player, alpha, beta):
    if terminal(state):
        return utility(state, player), None
    v, move = +math.inf, None
    for a in actions(state):
        v2, _ = max_value_ab(result(state, -player, a), player, alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move


def eval_fun(state, player=1):
    if terminal(state):
        return utility(state, player) * 100
    values = [0]
    for s in lines(state):
        values.append(int(s) * player)
    return sum(v**5 for v in values) / 10_000


def heuristic_ab_search(board, player=1, cutoff=3):
    def search(state, mover, alpha, beta, depth):
        if terminal(state) or depth == 0:
            return player * mover * eval_fun(state, player), None
        best, move = -math.inf, None
        for a in actions(state):
            v = -search(result(state, mover, a), -mover, -beta, -max(alpha, best), depth - 1)[0]
            if v > best:
                best, move = v, a
            if best >= beta:
                break
        return best, move

    return search(board, player, -math.inf, math.inf, cutoff)


def playout(state, action, player=1):
    state = result(state, player, action)
    current = -player
    while not terminal(state):
        state = result(state, current, random_player(state))
        current *= -1
    return utility(state, player)


def pmcs(board, player=1, N=100):
    a = actions(board)
    n = max(1, N // len(a))
    p = [np.mean([playout(board, i, player) for _ in range(n)]) for i in a]
    return a[np.argmax(p)]


print(actions(empty_board()))

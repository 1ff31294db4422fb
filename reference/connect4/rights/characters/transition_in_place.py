"""A transition that changes the board and returns it, a word for the end, and prints all the while."""

import copy
import random

import matplotlib.pyplot as plt
import numpy as np

BOARD = np.full((6, 7), " ")


def create_board(rows=6, cols=7):
    return np.full((rows, cols), " ")


def available_actions(board):
    out = []
    for col in range(len(board[0])):
        if board[0][col] == " ":
            out.append(col)
    return np.array(out)


def transition(board, action, player):
    row = board.shape[0] - 1
    while row >= 0 and board[row][action] != " ":
        row -= 1
    if row >= 0:
        board[row][action] = player
    return board


def line_of(board, player):
    n, m = board.shape
    for i in range(n):
        for j in range(m):
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                k = 0
                while (
                    0 <= i + k * di < n and 0 <= j + k * dj < m
                    and board[i + k * di][j + k * dj] == player
                ):
                    k += 1
                if k >= 4:
                    return True
    return False


def is_terminal(board):
    if line_of(board, "x"):
        return "x"
    if line_of(board, "o"):
        return "o"
    if " " not in board:
        return "draw"
    return None


def get_utility(board, player):
    end = is_terminal(board)
    if end is None or end == "draw":
        return 0
    return 100 if end == player else -100


def print_board(board):
    print(board)


def random_agent(board, player="x"):
    choice = np.random.choice(available_actions(board))
    print(f"{player} plays {choice}")
    return choice


def opponent(player):
    if player == "x":
        return "o"
    return "x"


def minimax_search(board, player="x"):
    best = (-1000, None)
    alpha = -1000
    for a in available_actions(board):
        after = transition(copy.deepcopy(board), a, player)
        v = minv(after, player, alpha, 1000)
        if v > best[0]:
            best = (v, a)
        alpha = max(alpha, v)
    return best[1]


def maxv(board, player, alpha, beta):
    if is_terminal(board) is not None:
        return get_utility(board, player)
    v = -1000
    for a in available_actions(board):
        v = max(v, minv(transition(board.copy(), a, player), player, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def minv(board, player, alpha, beta):
    if is_terminal(board) is not None:
        return get_utility(board, player)
    v = 1000
    for a in available_actions(board):
        v = min(v, maxv(transition(board.copy(), a, opponent(player)), player, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def minimax_ordered(board, player="x"):
    middle = board.shape[1] // 2
    order = sorted(available_actions(board), key=lambda c: abs(c - middle))
    best, move = -1000, None
    for a in order:
        v = minv(transition(board.copy(), a, player), player, best, 1000)
        if v > best:
            best, move = v, a
    return move


def eval_fct(board, player):
    """threes and twos in rows only, but wins first"""
    end = is_terminal(board)
    if end is not None:
        return get_utility(board, player) * 1000
    total = 0
    for p, sign in ((player, 1), (opponent(player), -1)):
        for i in range(board.shape[0]):
            for j in range(board.shape[1]):
                for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    if not (0 <= i + 3 * di < board.shape[0] and 0 <= j + 3 * dj < board.shape[1]):
                        continue
                    cells = [board[i + k * di][j + k * dj] for k in range(4)]
                    if opponent(p) not in cells:
                        total += sign * [0, 1, 4, 40, 0][cells.count(p)]
    return total


def hdepth(board, player="x", cutoff=4):
    def go(b, mover, depth, alpha, beta):
        if depth == cutoff or is_terminal(b) is not None:
            return eval_fct(b, player), None
        best, move = (-10**6, None) if mover == player else (10**6, None)
        for a in available_actions(b):
            v = go(transition(b.copy(), a, mover), opponent(mover), depth + 1, alpha, beta)[0]
            if (mover == player and v > best) or (mover != player and v < best):
                best, move = v, a
            if mover == player:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best, move

    v, a = go(board, player, 0, -10**6, 10**6)
    return a


def play(n=2):
    score = []
    for _ in range(n):
        b = create_board(4, 4)
        p = "x"
        while is_terminal(b) is None:
            b = transition(b, random_agent(b, p), p)
            p = opponent(p)
        score.append(is_terminal(b))
    return score


results = play()
print(results)
plt.hist(results)
plt.show()

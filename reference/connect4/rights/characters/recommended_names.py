"""The recommended names and signatures, with lists of windows and plain alpha-beta."""

import math
import random
import time

import numpy as np


def empty_board(shape=(6, 7)):
    return np.full(shape=shape, fill_value=" ")


def actions(board):
    return [c for c in range(board.shape[1]) if board[0, c] == " "]


def result(board, player, action):
    new = board.copy()
    for r in range(board.shape[0] - 1, -1, -1):
        if new[r, action] == " ":
            new[r, action] = player
            return new
    raise ValueError("column is full")


def other(player):
    return "o" if player == "x" else "x"


def windows(board):
    rows, cols = board.shape
    for r in range(rows):
        for c in range(cols):
            if c + 4 <= cols:
                yield [board[r, c + i] for i in range(4)]
            if r + 4 <= rows:
                yield [board[r + i, c] for i in range(4)]
            if r + 4 <= rows and c + 4 <= cols:
                yield [board[r + i, c + i] for i in range(4)]
            if r + 4 <= rows and c - 3 >= 0:
                yield [board[r + i, c - i] for i in range(4)]


def won(board, player):
    return any(w.count(player) == 4 for w in windows(board))


def terminal(board):
    return won(board, "x") or won(board, "o") or len(actions(board)) == 0


def utility(board, player="x"):
    if won(board, player):
        return 1
    if won(board, other(player)):
        return -1
    return 0


def visualize(board):
    for row in board:
        print("|" + "|".join(row) + "|")
    print(" " + " ".join(str(c) for c in range(board.shape[1])))


def random_player(board, player="x"):
    return random.choice(actions(board))


wins = {"x": 0, "o": 0, "draw": 0}
for _ in range(3):
    b, p = empty_board((4, 4)), "x"
    while not terminal(b):
        b = result(b, p, random_player(b, p))
        p = other(p)
    wins["x" if won(b, "x") else "o" if won(b, "o") else "draw"] += 1
print(wins)

COUNT = 0


def alpha_beta_search(board, player="x"):
    global COUNT
    COUNT = 0
    value, move = max_value(board, player, -math.inf, math.inf)
    return value, move


def max_value(board, player, alpha, beta):
    global COUNT
    COUNT += 1
    if terminal(board):
        return utility(board, player), None
    v, move = -math.inf, None
    for a in actions(board):
        v2, _ = min_value(result(board, player, a), player, alpha, beta)
        if v2 > v:
            v, move = v2, a
            alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move


def min_value(board, player, alpha, beta):
    global COUNT
    COUNT += 1
    if terminal(board):
        return utility(board, player), None
    v, move = math.inf, None
    for a in actions(board):
        v2, _ = max_value(result(board, other(player), a), player, alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move


def ordered_actions(board):
    centre = (board.shape[1] - 1) / 2
    return sorted(actions(board), key=lambda a: abs(a - centre))


def ordered_search(board, player="x"):
    def search(board, mover, alpha, beta):
        if terminal(board):
            return utility(board, mover), None
        v, move = -math.inf, None
        for a in ordered_actions(board):
            v2 = -search(result(board, mover, a), other(mover), -beta, -max(alpha, v))[0]
            if v2 > v:
                v, move = v2, a
            if v >= beta:
                break
        return v, move

    return search(board, player, -math.inf, math.inf)


def evaluate(board, player="x"):
    if terminal(board):
        return 100000 * utility(board, player)
    score = 0
    for w in windows(board):
        mine, theirs = w.count(player), w.count(other(player))
        if theirs == 0:
            score += (0, 1, 5, 50, 0)[mine]
        if mine == 0:
            score -= (0, 1, 5, 50, 0)[theirs]
    return score


def cutoff_search(board, player="x", cutoff=4):
    return h_search(board, player, player, cutoff, -math.inf, math.inf, None)


def h_search(board, player, mover, depth, alpha, beta, keep):
    if terminal(board) or depth == 0:
        return evaluate(board, player), None
    moves = ordered_actions(board)
    if keep and len(moves) > keep:
        sign = 1 if mover == player else -1
        moves.sort(key=lambda a: -sign * h_search(
            result(board, mover, a), player, other(mover), 1, -math.inf, math.inf, None)[0])
        moves = moves[:keep]
    best = -math.inf if mover == player else math.inf
    move = None
    for a in moves:
        v, _ = h_search(result(board, mover, a), player, other(mover), depth - 1, alpha, beta, keep)
        if mover == player and v > best or mover != player and v < best:
            best, move = v, a
        if mover == player:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move


def forward_pruning_search(board, player="x", cutoff=4):
    return h_search(board, player, player, cutoff, -math.inf, math.inf, 4)


def playout(board, player, mover):
    while not terminal(board):
        board = result(board, mover, random.choice(actions(board)))
        mover = other(mover)
    return utility(board, player)


def monte_carlo_search(board, player="x", playouts=100):
    best, move = -math.inf, None
    for a in actions(board):
        after = result(board, player, a)
        total = sum(playout(after, player, other(player)) for _ in range(max(1, playouts)))
        if total > best:
            best, move = total, a
    return move


def best_first_move():
    # the middle column is in more lines than any other, and every search that I ran prefers it
    return empty_board().shape[1] // 2


def agent(board, player="x"):
    start = time.time()
    _, move = cutoff_search(board, player, 3)
    print("took", round(time.time() - start))
    return move

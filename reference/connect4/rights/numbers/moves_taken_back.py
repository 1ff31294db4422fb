"""Searches take back their moves; the one that is cut off deepens, and one prunes by a margin."""
#: whole = 2.1, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np
import random
import time

def empty_board(shape=(6, 7)):
    return np.zeros(shape, dtype=int)

def visualize(board):
    for line in board:
        print(''.join({0: '.', 1: 'x', -1: 'o'}[cell] for cell in line))

def available_columns(board):
    return np.where(board[0] == 0)[0]

def do_move(board, col, player):
    """puts the disc on the board (in place) and returns the row where it landed"""
    row = np.max(np.where(board[:, col] == 0))
    board[row, col] = player
    return row

def undo_move(board, row, col):
    board[row, col] = 0

def connected(board, player, n=4):
    rows, cols = board.shape
    mine = board == player
    for i in range(rows):
        for j in range(cols):
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ei, ej = i + di * (n - 1), j + dj * (n - 1)
                if 0 <= ei < rows and 0 <= ej < cols:
                    if all(mine[i + k * di, j + k * dj] for k in range(n)):
                        return True
    return False

def game_status(board, n=4):
    if connected(board, 1, n): return 'x wins'
    if connected(board, -1, n): return 'o wins'
    if (board != 0).all(): return 'draw'
    return 'playing'

def utility(board, player, n=4):
    status = game_status(board, n)
    if status == 'draw' or status == 'playing': return 0
    winner = 1 if status == 'x wins' else -1
    return 1 if winner == player else -1

def random_agent(board, player=1):
    return int(np.random.choice(available_columns(board)))

def play_game(agent_x, agent_o, shape=(6, 7), n=4):
    board = empty_board(shape)
    player = 1
    while game_status(board, n) == 'playing':
        agent = agent_x if player == 1 else agent_o
        do_move(board, agent(board.copy(), player), player)
        player = -player
    return game_status(board, n)

nodes = 0

def left_to_right(board, cols):
    return cols

def negamax(board, player, alpha, beta, order):
    global nodes
    nodes += 1
    if game_status(board) != 'playing':
        return utility(board, player)
    for col in order(board, available_columns(board)):
        row = do_move(board, col, player)
        score = -negamax(board, -player, -beta, -alpha, order)
        undo_move(board, row, col)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha

def alpha_beta(board, player=1, order=left_to_right):
    """returns best column and its value (1 win, 0 draw, -1 loss)"""
    global nodes
    nodes = 0
    best_col, best = None, -2
    for col in order(board, available_columns(board)):
        row = do_move(board, col, player)
        score = -negamax(board, -player, -2, -best, order)
        undo_move(board, row, col)
        if score > best:
            best, best_col = score, col
    return best_col, best

def alpha_beta_agent(board, player=1):
    return alpha_beta(board, player)[0]

def center_order(board, cols):
    mid = (board.shape[1] - 1) / 2
    return sorted(cols, key=lambda c: abs(c - mid))

def ordered_alpha_beta_agent(board, player=1):
    return alpha_beta(board, player, order=center_order)[0]

def windows(board, n=4):
    rows, cols = board.shape
    for i in range(rows):
        for j in range(cols):
            for di, dj in ((0, 1), (1, 0), (1, 1), (1, -1)):
                ei, ej = i + di * (n - 1), j + dj * (n - 1)
                if 0 <= ei < rows and 0 <= ej < cols:
                    yield [board[i + k * di, j + k * dj] for k in range(n)]

def heuristic(board, player, n=4):
    total = 0
    for w in windows(board, n):
        mine, theirs = w.count(player), w.count(-player)
        if theirs == 0: total += mine ** 2
        if mine == 0: total -= theirs ** 2
    return total / 1000

def limited(board, player, alpha, beta, depth):
    if game_status(board) != 'playing':
        return utility(board, player) * (10 + depth)
    if depth == 0:
        return heuristic(board, player)
    for col in center_order(board, available_columns(board)):
        row = do_move(board, col, player)
        score = -limited(board, -player, -beta, -alpha, depth - 1)
        undo_move(board, row, col)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha

def iterative_deepening(board, player=1, max_depth=3, seconds=None):
    start = time.time()
    cols = center_order(board, available_columns(board))
    best_col, best = cols[0], 0
    for depth in range(1, max_depth + 1):
        best, best_col = -100, cols[0]
        for col in cols:
            row = do_move(board, col, player)
            score = -limited(board, -player, -100, -best, depth - 1)
            undo_move(board, row, col)
            if score > best:
                best, best_col = score, col
        cols = [best_col] + [c for c in cols if c != best_col]
        if seconds is not None and time.time() - start > seconds:
            break
    return best_col, best

def id_agent(board, player=1):
    return iterative_deepening(board, player, 4)[0]

def promising(board, player, margin):
    scores = {}
    for col in available_columns(board):
        row = do_move(board, col, player)
        scores[col] = -limited(board, -player, -100, 100, 1)
        undo_move(board, row, col)
    best = max(scores.values())
    keep = [c for c in scores if scores[c] >= best - margin]
    return sorted(keep, key=lambda c: -scores[c])

def limited_fp(board, player, alpha, beta, depth, margin):
    if game_status(board) != 'playing':
        return utility(board, player) * (10 + depth)
    if depth == 0:
        return heuristic(board, player)
    cols = promising(board, player, margin) if depth > 2 else available_columns(board)
    for col in cols:
        row = do_move(board, col, player)
        score = -limited_fp(board, -player, -beta, -alpha, depth - 1, margin)
        undo_move(board, row, col)
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha

def forward_pruning(board, player=1, max_depth=3, margin=0.005):
    best_col, best = None, -100
    for col in promising(board, player, margin):
        row = do_move(board, col, player)
        score = -limited_fp(board, -player, -100, -best, max_depth - 1, margin)
        undo_move(board, row, col)
        if score > best:
            best, best_col = score, col
    return best_col, best

def playout(board, player, n=4):
    board = board.copy()
    while game_status(board, n) == 'playing':
        do_move(board, random.choice(available_columns(board)), player)
        player = -player
    return game_status(board, n)

def monte_carlo(board, player=1, n=100):
    """n playouts in all, shared by the columns"""
    cols = list(available_columns(board))
    wins = {c: 0 for c in cols}
    for i in range(n):
        c = cols[i % len(cols)]
        b = board.copy()
        do_move(b, c, player)
        status = playout(b, -player)
        if status == 'draw': wins[c] += 0.5
        elif (status == 'x wins') == (player == 1): wins[c] += 1
    return max(cols, key=lambda c: wins[c] / max(1, n // len(cols)))

"""No player is ever passed: whoever is to move has the discs 1, and a result is turned round."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import numpy as np
import math

def make_board(rows=6, cols=7):
    return np.zeros((rows, cols), int)

def get_actions(board):
    return list(np.flatnonzero(board[0] == 0))

def apply_action(board, a):
    """current player (1) drops, then the board is turned to the other player's view"""
    b = board.copy()
    r = np.flatnonzero(b[:, a] == 0)[-1]
    b[r, a] = 1
    return -b

def windows(board):
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            if c + 4 <= C: yield board[r, c:c+4]
            if r + 4 <= R: yield board[r:r+4, c]
            if r + 4 <= R and c + 4 <= C:
                yield np.array([board[r+i, c+i] for i in range(4)])
                yield np.array([board[r+3-i, c+i] for i in range(4)])

def won(board):
    """1 if player to move has a line, -1 if the other"""
    for w in windows(board):
        if w.sum() == 4: return 1
        if w.sum() == -4: return -1
    return 0

def terminal(board):
    return won(board) != 0 or (board != 0).all()

def utility(board):
    return won(board)

def render(board):
    print(board)

def random_move(board):
    return np.random.choice(get_actions(board))

def negamax(board, alpha=-math.inf, beta=math.inf):
    if terminal(board): return utility(board), None
    best, move = -math.inf, None
    for a in get_actions(board):
        v = -negamax(apply_action(board, a), -beta, -alpha)[0]
        if v > best: best, move = v, a
        alpha = max(alpha, v)
        if alpha >= beta: break
    return best, move

def alpha_beta(board):
    return negamax(board)[1]

def heuristic(board):
    s = 0
    for w in windows(board):
        if (w >= 0).all(): s += w.sum()**2
        if (w <= 0).all(): s -= w.sum()**2
    return s

def hnegamax(board, depth, alpha=-math.inf, beta=math.inf):
    if terminal(board): return 10000 * utility(board), None
    if depth == 0: return heuristic(board), None
    best, move = -math.inf, None
    for a in sorted(get_actions(board), key=lambda c: abs(c - board.shape[1]//2)):
        v = -hnegamax(apply_action(board, a), depth - 1, -beta, -alpha)[0]
        if v > best: best, move = v, a
        alpha = max(alpha, v)
        if alpha >= beta: break
    return best, move

def heuristic_search(board, depth=4):
    return hnegamax(board, depth)[1]

print(heuristic_search(make_board(), 2))

"""Actions are the cells in which discs land, ends are words, and a draw is worth a half."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1

import numpy as np, random, math
def initial_state(rows=6, cols=7): return np.full((rows, cols), ' ')
def actions(board):
    """(row, col) of all free landing cells"""
    out = []
    for c in range(board.shape[1]):
        rows = np.where(board[:, c] == ' ')[0]
        if len(rows) > 0: out.append((rows[-1], c))
    return out
def result(board, action, player):
    b = board.copy(); b[action] = player; return b
def winner(board):
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            if board[r, c] != ' ':
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    if 0 <= r+3*dr < R and 0 <= c+3*dc < C and all(board[r+k*dr, c+k*dc] == board[r, c] for k in range(4)): return board[r, c]
    return None
def terminal(board):
    w = winner(board)
    if w: return 'Player ' + w + ' wins'
    if not actions(board): return 'draw'
    return 'game not over'
def utility(board, player='x'):
    """win 1, draw 0.5, loss 0"""
    w = winner(board)
    return 0.5 if w is None else 1 if w == player else 0
def random_agent(board, player='x'): return random.choice(actions(board))
def display_board(board): print(board)

def alpha_beta_search(board, player='x'):
    other = 'o' if player == 'x' else 'x'
    def mx(b, al, be):
        if terminal(b) != 'game not over': return utility(b, player), None
        v, m = -1, None
        for a in actions(b):
            x = mn(result(b, a, player), al, be)[0]
            if x > v: v, m = x, a
            if v >= be: return v, m
            al = max(al, v)
        return v, m
    def mn(b, al, be):
        if terminal(b) != 'game not over': return utility(b, player), None
        v, m = 2, None
        for a in actions(b):
            x = mx(result(b, a, other), al, be)[0]
            if x < v: v, m = x, a
            if v <= al: return v, m
            be = min(be, v)
        return v, m
    return mx(board, -1, 2)

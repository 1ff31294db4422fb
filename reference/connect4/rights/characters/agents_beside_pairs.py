"""Helpers take pairs of board and player, agents the board and the player."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.6, 3.1, 4.1, 4.2, 4.4

import numpy as np

def initial(rows=6, cols=7):
    return (np.full((rows, cols), ' '), 'x')

def other(p): return 'o' if p == 'x' else 'x'

def actions(state):
    board, _ = state
    return [int(c) for c in np.where(board[0] == ' ')[0]]

def result(state, action):
    board, player = state
    b = board.copy()
    b[np.where(b[:, action] == ' ')[0].max(), action] = player
    return (b, other(player))

def won(board, p):
    m = board == p
    R, C = m.shape
    for r in range(R):
        for c in range(C):
            if not m[r, c]: continue
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if all(0 <= r+i*dr < R and 0 <= c+i*dc < C and m[r+i*dr, c+i*dc] for i in range(4)):
                    return True
    return False

def terminal(state):
    board, _ = state
    return won(board, 'x') or won(board, 'o') or len(actions(state)) == 0

def utility(state, player='x'):
    board, _ = state
    if won(board, player): return 1
    if won(board, other(player)): return -1
    return 0

def random_agent(board, player='x'):
    return np.random.choice(actions((board, player)))

def minimax_ab(board, player='x'):
    def mx(s, a, b):
        if terminal(s): return utility(s, player), None
        v, m = -2, None
        for act in actions(s):
            w, _ = mn(result(s, act), a, b)
            if w > v: v, m = w, act
            a = max(a, v)
            if v >= b: break
        return v, m
    def mn(s, a, b):
        if terminal(s): return utility(s, player), None
        v, m = 2, None
        for act in actions(s):
            w, _ = mx(result(s, act), a, b)
            if w < v: v, m = w, act
            b = min(b, v)
            if v <= a: break
        return v, m
    return mx((board, player), -2, 2)[1]

def evaluate(board, player='x'):
    s = 0
    R, C = board.shape
    for r in range(R):
        for c in range(C):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < R and 0 <= c+3*dc < C:
                    w = [board[r+i*dr, c+i*dc] for i in range(4)]
                    if other(player) not in w: s += 10 ** w.count(player) if player in w else 0
                    if player not in w: s -= 10 ** w.count(other(player)) if other(player) in w else 0
    return s

def cutoff_agent(board, player='x', cutoff=4):
    def rec(s, d, a, b):
        if terminal(s): return 10**8 * utility(s, player), None
        if d == cutoff: return evaluate(s[0], player), None
        mine = s[1] == player
        v, m = (-10**9 if mine else 10**9), None
        for act in actions(s):
            w, _ = rec(result(s, act), d + 1, a, b)
            if mine and w > v: v, m, a = w, act, max(a, w)
            if not mine and w < v: v, m, b = w, act, min(b, w)
            if a >= b: break
        return v, m
    return rec((board, player), 0, -10**9, 10**9)[1]

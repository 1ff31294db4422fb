"""The rules are a global object, and a default argument; the last experiment was of a small board."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4

import numpy as np
import math
from time import time

class Connect4Env:
    EMPTY, X, O = ' ', 'x', 'o'
    def __init__(self, rows=6, cols=7, connect=4):
        self.rows = rows
        self.cols = cols
        self.connect = connect
    def initial(self):
        return np.full((self.rows, self.cols), ' ')
    def actions(self, board):
        return [c for c in range(self.cols) if board[0][c] == ' ']
    def result(self, board, action, player):
        b = board.copy()
        r = max(i for i in range(self.rows) if b[i][action] == ' ')
        b[r][action] = player
        return b
    def winner(self, board):
        k = self.connect
        for r in range(self.rows):
            for c in range(self.cols):
                p = board[r][c]
                if p == ' ':
                    continue
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    er, ec = r + (k-1)*dr, c + (k-1)*dc
                    if 0 <= er < self.rows and 0 <= ec < self.cols and all(board[r+i*dr][c+i*dc] == p for i in range(k)):
                        return p
        return None
    def terminal(self, board):
        return self.winner(board) is not None or not self.actions(board)
    def utility(self, board, player):
        w = self.winner(board)
        return 0 if w is None else 1 if w == player else -1
    def visualize(self, board):
        print('\n'.join('|' + '|'.join(row) + '|' for row in board))

env = Connect4Env()

def random_agent(board, player='x'):
    return np.random.choice(env.actions(board))

def switch(player): return 'o' if player == 'x' else 'x'

def play(x, o, N=1000, env=env):
    res = {'x': 0, 'o': 0, None: 0}
    for _ in range(N):
        b, p = env.initial(), 'x'
        while not env.terminal(b):
            b = env.result(b, (x if p == 'x' else o)(b, p), p)
            p = switch(p)
        res[env.winner(b)] += 1
    return res
play(random_agent, random_agent, 20)

def alphabeta_search(board, player='x', env=env):
    def max_value(b, alpha, beta):
        if env.terminal(b): return env.utility(b, player), None
        v, m = -math.inf, None
        for a in env.actions(b):
            w = min_value(env.result(b, a, player), alpha, beta)[0]
            if w > v: v, m = w, a
            alpha = max(alpha, v)
            if v >= beta: break
        return v, m
    def min_value(b, alpha, beta):
        if env.terminal(b): return env.utility(b, player), None
        v, m = math.inf, None
        for a in env.actions(b):
            w = max_value(env.result(b, a, switch(player)), alpha, beta)[0]
            if w < v: v, m = w, a
            beta = min(beta, v)
            if v <= alpha: break
        return v, m
    return max_value(board, -math.inf, math.inf)

def ab_player(board, player='x'):
    return alphabeta_search(board, player)[1]

times = []
for cols in range(4, 5):
    env = Connect4Env(4, cols)
    t = time()
    times.append(time() - t)

env = Connect4Env(4, 4)

def evaluate(board, player='x'):
    s = 0
    rows, cols = board.shape
    for r in range(rows):
        for c in range(cols):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if 0 <= r+3*dr < rows and 0 <= c+3*dc < cols:
                    w = [board[r+i*dr][c+i*dc] for i in range(4)]
                    if switch(player) not in w: s += w.count(player)**3
                    if player not in w: s -= w.count(switch(player))**3
    return s

def h_search(board, player='x', cutoff=4, env=env):
    def search(b, mover, alpha, beta, d):
        if env.terminal(b): return 10**6 * env.utility(b, player), None
        if d == cutoff: return evaluate(b, player), None
        best = None
        if mover == player:
            v = -math.inf
            for a in env.actions(b):
                w = search(env.result(b, a, mover), switch(mover), alpha, beta, d+1)[0]
                if w > v: v, best = w, a
                alpha = max(alpha, v)
                if alpha >= beta: break
        else:
            v = math.inf
            for a in env.actions(b):
                w = search(env.result(b, a, mover), switch(mover), alpha, beta, d+1)[0]
                if w < v: v, best = w, a
                beta = min(beta, v)
                if alpha >= beta: break
        return v, best
    return search(board, player, -math.inf, math.inf, 0)

def h4_player(board, player='x'): return h_search(board, player, 4, env=Connect4Env(*board.shape))[1]

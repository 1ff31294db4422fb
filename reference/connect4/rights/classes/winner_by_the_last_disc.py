"""Functions are given a board object, which takes moves back and finds its winner by the last disc."""
#: whole = 2.1, 2.3, 2.4, 2.5, 2.6, 3.1, 3.2, 4.1, 4.2, 4.3, 4.4, 5.1

import numpy as np
import random
from copy import deepcopy
from math import inf

class Board:
    """The state: a grid and whose turn it is."""
    def __init__(self, rows=6, cols=7, turn='x'):
        self.rows = rows
        self.cols = cols
        self.grid = np.full((rows, cols), ' ')
        self.heights = [0] * cols
        self.turn = turn
        self.history = []

    def legal_moves(self):
        return [c for c in range(self.cols) if self.heights[c] < self.rows]

    def push(self, col):
        self.grid[self.rows - 1 - self.heights[col], col] = self.turn
        self.heights[col] += 1
        self.history.append(col)
        self.turn = 'o' if self.turn == 'x' else 'x'

    def pop(self):
        col = self.history.pop()
        self.heights[col] -= 1
        self.grid[self.rows - 1 - self.heights[col], col] = ' '
        self.turn = 'o' if self.turn == 'x' else 'x'

    def winner(self):
        if not self.history:
            return None
        c = self.history[-1]
        r = self.rows - self.heights[c]
        p = self.grid[r, c]
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
            n = 1
            for s in (1, -1):
                rr, cc = r + s * dr, c + s * dc
                while 0 <= rr < self.rows and 0 <= cc < self.cols and self.grid[rr, cc] == p:
                    n += 1
                    rr += s * dr
                    cc += s * dc
            if n >= 4:
                return str(p)
        return None

    def is_terminal(self):
        return self.winner() is not None or not self.legal_moves()

    def utility(self, player):
        w = self.winner()
        if w is None:
            return 0
        return 1 if w == player else -1

    def show(self):
        for row in self.grid:
            print(' '.join(c if c != ' ' else '.' for c in row))
        print()

def random_agent(board, player='x'):
    return random.choice(board.legal_moves())

def play(agent1, agent2, rows=6, cols=7):
    b = Board(rows, cols)
    while not b.is_terminal():
        b.push((agent1 if b.turn == 'x' else agent2)(b, b.turn))
    return b.winner()

class Stats:
    nodes = 0

def alphabeta(board, player, alpha=-inf, beta=inf, order=False):
    Stats.nodes += 1
    if board.is_terminal():
        return board.utility(player), None
    maximizing = board.turn == player
    best_move = None
    best = -inf if maximizing else inf
    moves = board.legal_moves()
    if order:
        moves.sort(key=lambda c: abs(c - board.cols // 2))
    for m in moves:
        board.push(m)
        value, _ = alphabeta(board, player, alpha, beta, order)
        board.pop()
        if maximizing:
            if value > best:
                best, best_move = value, m
            alpha = max(alpha, best)
        else:
            if value < best:
                best, best_move = value, m
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move

def minimax_agent(board, player='x'):
    return alphabeta(board, player)[1]

def minimax_agent_ordered(board, player='x'):
    return alphabeta(board, player, order=True)[1]

def windows(grid):
    R, C = grid.shape
    for r in range(R):
        for c in range(C):
            if c + 4 <= C: yield grid[r, c:c+4].tolist()
            if r + 4 <= R: yield grid[r:r+4, c].tolist()
            if c + 4 <= C and r + 4 <= R:
                yield [grid[r+i, c+i] for i in range(4)]
                yield [grid[r+3-i, c+i] for i in range(4)]

def evaluate(board, player):
    opp = 'o' if player == 'x' else 'x'
    if board.is_terminal():
        return 10**6 * board.utility(player)
    score = 0
    for w in windows(board.grid):
        a, b = w.count(player), w.count(opp)
        if b == 0: score += (0, 1, 10, 100, 0)[a]
        if a == 0: score -= (0, 1, 10, 100, 0)[b]
    return score

def alphabeta_cutoff(board, player, depth, alpha=-inf, beta=inf, prune=None):
    if depth == 0 or board.is_terminal():
        return evaluate(board, player), None
    maximizing = board.turn == player
    best_move = None
    best = -inf if maximizing else inf
    moves = board.legal_moves()
    if prune is not None and depth > 1:
        scored = []
        for m in moves:
            board.push(m)
            scored.append((evaluate(board, player), m))
            board.pop()
        scored.sort(reverse=maximizing)
        moves = [m for _, m in scored[:prune]]
    for m in moves:
        board.push(m)
        value, _ = alphabeta_cutoff(board, player, depth - 1, alpha, beta, prune)
        board.pop()
        if maximizing:
            if value > best:
                best, best_move = value, m
            alpha = max(alpha, best)
        else:
            if value < best:
                best, best_move = value, m
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_move

def heuristic_agent(board, player='x', depth=4):
    return alphabeta_cutoff(board, player, depth)[1]

def forward_pruning_agent(board, player='x', depth=4, k=3):
    return alphabeta_cutoff(board, player, depth, prune=k)[1]

def monte_carlo_agent(board, player='x', n=100):
    scores = {}
    for m in board.legal_moves():
        total = 0
        for _ in range(n):
            sim = deepcopy(board)
            sim.push(m)
            while not sim.is_terminal():
                sim.push(random.choice(sim.legal_moves()))
            total += sim.utility(player)
        scores[m] = total / n
    return max(scores, key=scores.get)

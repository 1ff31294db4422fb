"""A game that holds its board and player; agents are classes that are given the game."""
#: whole = 2.1, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.2, 4.4, 5.1

import numpy as np
import random
import time
import copy

class Connect4:
    """Game environment."""
    def __init__(self, rows=6, cols=7):
        self.rows = rows
        self.cols = cols
        self.board = np.full((rows, cols), ' ')
        self.player = 'x'

    def legal_moves(self):
        return [c for c in range(self.cols) if self.board[0][c] == ' ']

    def drop(self, col):
        for r in range(self.rows - 1, -1, -1):
            if self.board[r][col] == ' ':
                self.board[r][col] = self.player
                self.player = 'o' if self.player == 'x' else 'x'
                return True
        return False

    def winner(self):
        b = self.board
        for r in range(self.rows):
            for c in range(self.cols):
                if b[r][c] == ' ':
                    continue
                for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                    cells = [(r + i * dr, c + i * dc) for i in range(4)]
                    if all(0 <= y < self.rows and 0 <= x < self.cols and b[y][x] == b[r][c] for y, x in cells):
                        return b[r][c]
        return None

    def is_terminal(self):
        return self.winner() is not None or len(self.legal_moves()) == 0

    def utility(self, player):
        w = self.winner()
        if w is None:
            return 0
        return 1 if w == player else -1

    def copy(self):
        g = Connect4(self.rows, self.cols)
        g.board = self.board.copy()
        g.player = self.player
        return g

    def display(self):
        for row in self.board:
            print('|' + '|'.join(row) + '|')
        print()

# %%
class RandomAgent:
    def get_move(self, game):
        return random.choice(game.legal_moves())

class AlphaBetaAgent:
    def __init__(self, player='x'):
        self.player = player
    def get_move(self, game):
        best, move = -float('inf'), None
        alpha, beta = -float('inf'), float('inf')
        for m in game.legal_moves():
            g = game.copy()
            g.drop(m)
            v = self.min_value(g, alpha, beta)
            if v > best:
                best, move = v, m
            alpha = max(alpha, v)
        return move
    def max_value(self, game, alpha, beta):
        if game.is_terminal():
            return game.utility(self.player)
        v = -float('inf')
        for m in game.legal_moves():
            g = game.copy(); g.drop(m)
            v = max(v, self.min_value(g, alpha, beta))
            if v >= beta: return v
            alpha = max(alpha, v)
        return v
    def min_value(self, game, alpha, beta):
        if game.is_terminal():
            return game.utility(self.player)
        v = float('inf')
        for m in game.legal_moves():
            g = game.copy(); g.drop(m)
            v = min(v, self.max_value(g, alpha, beta))
            if v <= alpha: return v
            beta = min(beta, v)
        return v

class HeuristicAgent:
    """alpha-beta with cutoff"""
    def __init__(self, player='x', depth=4):
        self.player = player
        self.depth = depth
    def evaluate(self, game):
        me, opp = self.player, 'o' if self.player == 'x' else 'x'
        s = 0
        b = game.board
        for r in range(game.rows):
            for c in range(game.cols):
                for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                    cells = [(r + i * dr, c + i * dc) for i in range(4)]
                    if all(0 <= y < game.rows and 0 <= x < game.cols for y, x in cells):
                        w = [b[y][x] for y, x in cells]
                        if opp not in w: s += w.count(me) ** 2
                        if me not in w: s -= w.count(opp) ** 2
        return s / 10000
    def get_move(self, game):
        return self.search(game, self.depth, -float('inf'), float('inf'))[1]
    def search(self, game, depth, alpha, beta):
        if game.is_terminal():
            return game.utility(self.player), None
        if depth == 0:
            return self.evaluate(game), None
        mine = game.player == self.player
        best, move = (-float('inf') if mine else float('inf')), None
        for m in game.legal_moves():
            g = game.copy(); g.drop(m)
            v, _ = self.search(g, depth - 1, alpha, beta)
            if mine and v > best:
                best, move = v, m
                alpha = max(alpha, v)
            if not mine and v < best:
                best, move = v, m
                beta = min(beta, v)
            if alpha >= beta:
                break
        return best, move

# %%
def play_game(a, b, rows=6, cols=7):
    g = Connect4(rows, cols)
    agents = {'x': a, 'o': b}
    while not g.is_terminal():
        g.drop(agents[g.player].get_move(g))
    return g.winner()

res = {'x': 0, 'o': 0, None: 0}
for _ in range(10):
    res[play_game(RandomAgent(), RandomAgent())] += 1
print(res)

class MonteCarloAgent:
    def __init__(self, player, n=100):
        self.player, self.n = player, n
    def get_move(self, game):
        scores = {}
        for m in game.legal_moves():
            t = 0
            for _ in range(self.n // len(game.legal_moves()) + 1):
                g = game.copy(); g.drop(m)
                while not g.is_terminal():
                    g.drop(random.choice(g.legal_moves()))
                t += g.utility(self.player)
            scores[m] = t
        return max(scores, key=scores.get)

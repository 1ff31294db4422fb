"""The search of a game is given a depth, and looks as far ahead as an attribute of the game says."""
#: fails = 4.2/respects_the_depth
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 2.6, 3.1, 4.1, 4.4, 5.1

import numpy as np
import random
import math
import time

class Connect4:
    def __init__(self, rows=6, columns=7, connect=4):
        self.rows, self.columns, self.connect = rows, columns, connect
        self.nodes = 0
        self.depth = 4

    def initial_state(self):
        return np.full((self.rows, self.columns), ' ', dtype=str)

    def to_move(self, state):
        return 'x' if np.sum(state == 'x') == np.sum(state == 'o') else 'o'

    def actions(self, state):
        return [i for i in range(state.shape[1]) if state[0][i] == ' ']

    def result(self, state, action):
        s = state.copy()
        row = np.sum(state[:, action] == ' ') - 1
        s[row][action] = self.to_move(state)
        return s

    def winner(self, state):
        rows, cols = state.shape
        k = self.connect
        for r in range(rows):
            for c in range(cols):
                if state[r][c] == ' ':
                    continue
                for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                    n = 1
                    while n < k and 0 <= r + n*dr < rows and 0 <= c + n*dc < cols and state[r + n*dr][c + n*dc] == state[r][c]:
                        n += 1
                    if n == k:
                        return state[r][c]
        return 'draw' if ' ' not in state else None

    def terminal(self, state):
        return self.winner(state)

    def utility(self, state):
        """1 if x won, -1 if o won, 0 for a draw"""
        return {'x': 1, 'o': -1, 'draw': 0, None: 0}[self.winner(state)]

    def visualize(self, state):
        for r in state:
            print(list(r))

    def random_agent(self, state, player='x'):
        return random.choice(self.actions(state))

    def alpha_beta_search(self, state, player='x'):
        self.nodes = 0
        if player == 'x':
            return self.max_value(state, -2, 2)[1]
        return self.min_value(state, -2, 2)[1]

    def max_value(self, state, alpha, beta):
        self.nodes += 1
        if self.terminal(state) is not None:
            return self.utility(state), None
        v, a = -2, None
        for action in self.actions(state):
            v2, _ = self.min_value(self.result(state, action), alpha, beta)
            if v2 > v:
                v, a = v2, action
                alpha = max(alpha, v)
            if v >= beta:
                return v, a
        return v, a

    def min_value(self, state, alpha, beta):
        self.nodes += 1
        if self.terminal(state) is not None:
            return self.utility(state), None
        v, a = 2, None
        for action in self.actions(state):
            v2, _ = self.max_value(self.result(state, action), alpha, beta)
            if v2 < v:
                v, a = v2, action
                beta = min(beta, v)
            if v <= alpha:
                return v, a
        return v, a

    def evaluate(self, state):
        """positive is good for x"""
        total = 0
        rows, cols = state.shape
        for r in range(rows):
            for c in range(cols):
                for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                    if 0 <= r + 3*dr < rows and 0 <= c + 3*dc < cols:
                        w = [state[r + i*dr][c + i*dc] for i in range(4)]
                        if 'o' not in w: total += w.count('x') ** 2
                        if 'x' not in w: total -= w.count('o') ** 2
        return total

    def heuristic_search(self, state, player='x', depth=3):
        best, move = None, None
        for a in self.actions(state):
            v = self.h_value(self.result(state, a), self.depth - 1, -math.inf, math.inf)
            if best is None or (player == 'x' and v > best) or (player == 'o' and v < best):
                best, move = v, a
        return move

    def h_value(self, state, d, alpha, beta):
        w = self.winner(state)
        if w is not None:
            return self.utility(state) * 1000000
        if d == 0:
            return self.evaluate(state)
        if self.to_move(state) == 'x':
            v = -math.inf
            for a in self.actions(state):
                v = max(v, self.h_value(self.result(state, a), d-1, alpha, beta))
                if v >= beta: return v
                alpha = max(alpha, v)
        else:
            v = math.inf
            for a in self.actions(state):
                v = min(v, self.h_value(self.result(state, a), d-1, alpha, beta))
                if v <= alpha: return v
                beta = min(beta, v)
        return v

    def monte_carlo_search(self, state, player='x', n=100):
        scores = {}
        for a in self.actions(state):
            total = 0
            for _ in range(n):
                s = self.result(state, a)
                while self.terminal(s) is None:
                    s = self.result(s, random.choice(self.actions(s)))
                total += self.utility(s)
            scores[a] = total if player == 'x' else -total
        return max(scores, key=scores.get)

    def play(self, agent_x, agent_o):
        s = self.initial_state()
        while self.terminal(s) is None:
            p = self.to_move(s)
            s = self.result(s, (agent_x if p == 'x' else agent_o)(s, p))
        return self.winner(s)

# # Adversarial Search: Playing Connect 4
# %%
import numpy as np, math, random
from dataclasses import dataclass

@dataclass
class State:
    board: np.ndarray
    to_move: str = 'x'

class ConnectFour:
    def __init__(self, rows=6, cols=7):
        self.rows, self.cols = rows, cols
        self.initial = State(np.full((rows, cols), ' '))

    def actions(self, state):
        return [c for c in range(self.cols) if state.board[0, c] == ' ']

    def result(self, state, action):
        b = state.board.copy()
        r = max(i for i in range(self.rows) if b[i, action] == ' ')
        b[r, action] = state.to_move
        return State(b, 'o' if state.to_move == 'x' else 'x')

    def winner(self, state):
        b = state.board
        for r in range(self.rows):
            for c in range(self.cols):
                if b[r, c] == ' ': continue
                for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                    if r+3*dr < self.rows and 0 <= c+3*dc < self.cols:
                        if all(b[r+i*dr, c+i*dc] == b[r, c] for i in range(4)):
                            return b[r, c]
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or not self.actions(state)

    def utility(self, state, player):
        w = self.winner(state)
        return 0 if w is None else 1 if w == player else -1

    def display(self, state):
        for row in state.board:
            print(' '.join('.' if c == ' ' else c for c in row))

# %%
def random_player(game, state):
    return random.choice(game.actions(state))

def alphabeta_search(game, state):
    """value, move"""
    player = state.to_move
    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -math.inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move
    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = +math.inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move
    return max_value(state, -math.inf, +math.inf)

def ordered_actions(game, state):
    mid = game.cols // 2
    return sorted(game.actions(state), key=lambda c: abs(c - mid))

def alphabeta_search_ordered(game, state):
    player = state.to_move
    def max_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = -math.inf, None
        for a in ordered_actions(game, state):
            v2, _ = min_value(game.result(state, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move
    def min_value(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, player), None
        v, move = +math.inf, None
        for a in ordered_actions(game, state):
            v2, _ = max_value(game.result(state, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move
    return max_value(state, -math.inf, +math.inf)

# %%
def h(game, state, player):
    b, you, s = state.board, 'o' if player == 'x' else 'x', 0
    for r in range(game.rows):
        for c in range(game.cols):
            for dr, dc in ((0,1),(1,0),(1,1),(1,-1)):
                if r+3*dr < game.rows and 0 <= c+3*dc < game.cols:
                    w = [b[r+i*dr, c+i*dc] for i in range(4)]
                    if you not in w: s += w.count(player) ** 2
                    if player not in w: s -= w.count(you) ** 2
    return s / 1000

def h_alphabeta_search(game, state, cutoff=3, h=h):
    player = state.to_move
    def max_value(state, alpha, beta, depth):
        if game.is_terminal(state):
            return game.utility(state, player), None
        if depth > cutoff:
            return h(game, state, player), None
        v, move = -math.inf, None
        for a in game.actions(state):
            v2, _ = min_value(game.result(state, a), alpha, beta, depth + 1)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
            if v >= beta:
                return v, move
        return v, move
    def min_value(state, alpha, beta, depth):
        if game.is_terminal(state):
            return game.utility(state, player), None
        if depth > cutoff:
            return h(game, state, player), None
        v, move = +math.inf, None
        for a in game.actions(state):
            v2, _ = max_value(game.result(state, a), alpha, beta, depth + 1)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
            if v <= alpha:
                return v, move
        return v, move
    return max_value(state, -math.inf, +math.inf, 1)

def heuristic_player(game, state):
    return h_alphabeta_search(game, state)[1]

def mcs_player(game, state, n=50):
    best = {}
    for a in game.actions(state):
        t = 0
        for _ in range(n):
            s = game.result(state, a)
            while not game.is_terminal(s):
                s = game.result(s, random_player(game, s))
            t += game.utility(s, state.to_move)
        best[a] = t
    return max(best, key=best.get)

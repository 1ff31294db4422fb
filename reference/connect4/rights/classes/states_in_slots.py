"""States keep what they know in slots, and their sizes are called n and m."""
#: whole = 2.1, 2.2, 2.3, 2.4, 2.5, 3.1, 4.4, 5.1

import random
from collections import namedtuple
from copy import deepcopy


class Connect4State:
    __slots__ = ("grid", "turn", "n", "m")

    def __init__(self, n=6, m=7, grid=None, turn="x"):
        self.n, self.m = n, m
        self.grid = grid if grid is not None else [[" "] * m for _ in range(n)]
        self.turn = turn

    def legal_moves(self):
        return [j for j in range(self.m) if self.grid[0][j] == " "]

    def play(self, j):
        g = [row[:] for row in self.grid]
        i = max(i for i in range(self.n) if g[i][j] == " ")
        g[i][j] = self.turn
        return Connect4State(self.n, self.m, g, "o" if self.turn == "x" else "x")

    def winner(self):
        g = self.grid
        for i in range(self.n):
            for j in range(self.m):
                if g[i][j] == " ": continue
                for a, b in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
                    ii, jj = i + 3 * a, j + 3 * b
                    if 0 <= ii < self.n and 0 <= jj < self.m and len({g[i + k * a][j + k * b] for k in range(4)}) == 1:
                        return g[i][j]

    def is_over(self):
        return bool(self.winner()) or not self.legal_moves()

    def utility(self, player="x"):
        w = self.winner()
        if not w: return 0
        return 1 if w == player else -1

    def __str__(self):
        return "\n".join("|" + "|".join(r) + "|" for r in self.grid)


Found = namedtuple("Found", "move value")

def alpha_beta(state, alpha=float("-inf"), beta=float("inf")):
    """negamax"""
    if state.is_over():
        return Found(None, state.utility(state.turn))
    best = Found(None, float("-inf"))
    for j in state.legal_moves():
        v = -alpha_beta(state.play(j), -beta, -alpha).value
        if v > best.value:
            best = Found(j, v)
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best

def playout(state, rng):
    while not state.is_over():
        state = state.play(rng.choice(state.legal_moves()))
    return state

RNG = random.Random(20240501)      # reproducible results in the report

def monte_carlo(state, simulations=100):
    me = state.turn
    wins = {j: sum(playout(state.play(j), RNG).utility(me) for _ in range(simulations)) for j in state.legal_moves()}
    return max(wins, key=wins.get)

"""Lists of the agent hold the bounds of each ply; negamax on one board."""
#: whole = 3, 4

import time
import numpy as np

# chess-engine style: everything that belongs to a ply lives in an array indexed by ply
MAXPLY = 8
BLACK, WHITE = 1, -1
PST = np.array([[10, 10, 10, 10, 10, 10],
                [11, 12, 12, 12, 12, 11],
                [13, 14, 15, 15, 14, 13],
                [17, 18, 20, 20, 18, 17],
                [26, 28, 30, 30, 28, 26],
                [90, 90, 90, 90, 90, 90]])

class PlayerAI:
    def __init__(self):
        self.alpha = [0] * MAXPLY
        self.beta = [0] * MAXPLY
        self.best = [None] * MAXPLY

    def gen(self, side):
        res = []
        rows, cols = np.nonzero(self.b == side)
        for r, c in zip(rows.tolist(), cols.tolist()):
            n = r + side
            if n < 0 or n > 5: continue
            for d in (-1, 0, 1):
                k = c + d
                if 0 <= k <= 5:
                    x = self.b[n, k]
                    if x == 0 or (d != 0 and x == -side):
                        res.append((r, c, n, k))
        res.sort(key=lambda m: self.b[m[2], m[3]] == 0)
        return res

    def static_eval(self, side):
        mine = ((self.b == BLACK) * PST).sum()
        yours = ((self.b == WHITE) * PST[::-1]).sum()
        return int(mine - yours) * side

    def search(self, ply, depth, side):
        # has the one who just moved won?
        if (self.b[5] == BLACK).any() or (self.b[0] == WHITE).any() or not (self.b == side).any():
            return -10000 - depth
        if depth == 0:
            return self.static_eval(side)
        for (r, c, n, k) in self.gen(side):
            taken = self.b[n, k]
            self.b[r, c] = 0; self.b[n, k] = side
            self.alpha[ply + 1] = -self.beta[ply]
            self.beta[ply + 1] = -self.alpha[ply]
            score = -self.search(ply + 1, depth - 1, -side)
            self.b[r, c] = side; self.b[n, k] = taken
            if score > self.alpha[ply]:
                self.alpha[ply] = score
                self.best[ply] = ([r, c], [n, k])
                if self.alpha[ply] >= self.beta[ply]: # PRUNE
                    break
        return self.alpha[ply]

    def make_move(self, board):
        self.b = np.array([[{'B': 1, 'W': -1, '_': 0}[x] for x in row] for row in board], dtype=np.int8)
        self.alpha[0], self.beta[0] = -10**6, 10**6
        self.search(0, 3, BLACK)
        return self.best[0]

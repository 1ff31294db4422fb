"""Each depth begins with a narrow window around the value before; columns are all that counts."""
#: whole = 3

import utils
import time

WINDOW = 2
BIG = 1000000


class Timeout(Exception): pass


class PlayerAI:
    def __init__(self):
        self.time_limit = 1.0
        self.last_depth = 4

    def make_move(self, board):
        self.t0 = time.perf_counter()
        rows = tuple(tuple(r) for r in board)
        order = list(self.moves(rows, 'B'))
        guess = self.evaluate(rows)
        choice = order[0]
        try:
            for depth in range(1, self.last_depth + 1):
                lo, hi = guess - WINDOW, guess + WINDOW
                while True:
                    v, m = self.root(rows, order, depth, lo, hi)
                    if v <= lo:
                        lo = -BIG      # fail low, search again
                    elif v >= hi:
                        hi = BIG       # fail high
                    else:
                        break
                guess, choice = v, m
                order.sort(key=lambda x: x != m)
        except Timeout:
            pass
        self.guess = guess
        (a, b), (c, d) = choice
        return [a, b], [c, d]

    def root(self, rows, order, depth, alpha, beta):
        best, best_move = -BIG * 2, None
        for m in order:
            v = self.search(self.play(rows, m, 'B'), depth - 1, alpha, beta, 'W')
            if v > best:
                best, best_move = v, m
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, best_move

    def search(self, rows, depth, alpha, beta, side):
        if time.perf_counter() - self.t0 > self.time_limit:
            raise Timeout
        if depth == 0 or self.done(rows):
            return self.evaluate(rows)
        if side == 'B':
            best = -BIG
            for m in self.moves(rows, 'B'):
                best = max(best, self.search(self.play(rows, m, 'B'), depth - 1, alpha, beta, 'W'))
                alpha = max(alpha, best)
                if best >= beta: break
        else:
            best = BIG
            for m in self.moves(rows, 'W'):
                best = min(best, self.search(self.play(rows, m, 'W'), depth - 1, alpha, beta, 'B'))
                beta = min(beta, best)
                if best <= alpha: break
        return best

    def evaluate(self, rows):
        # pawns in the middle columns are good, at the edge they are bad
        col = (-1, 1, 3, 3, 1, -1)
        return sum(col[j] if p == 'B' else -col[j] if p == 'W' else 0
                   for r in rows for j, p in enumerate(r))

    def done(self, rows):
        flat = sum(rows, ())
        return 'B' in rows[5] or 'W' in rows[0] or 'B' not in flat or 'W' not in flat

    def moves(self, rows, side):
        d = 1 if side == 'B' else -1
        for i in range(6):
            if not 0 <= i + d < 6: continue
            for j in range(6):
                if rows[i][j] == side:
                    for k in (j, j - 1, j + 1):
                        if 0 <= k < 6 and (rows[i + d][k] == '_' or (k != j and rows[i + d][k] != side)):
                            yield (i, j), (i + d, k)

    def play(self, rows, m, side):
        (a, b), (c, d) = m
        ra = rows[a][:b] + ('_',) + rows[a][b + 1:]
        rc = rows[c][:d] + (side,) + rows[c][d + 1:]
        return tuple(ra if i == a else rc if i == c else r for i, r in enumerate(rows))

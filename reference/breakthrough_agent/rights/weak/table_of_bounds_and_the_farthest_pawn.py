"""A table keeps values with the kind of bound; the evaluation sees the farthest pawns alone."""
#: whole = 3

from utils import *
import math

EXACT, LOWER, UPPER = 0, 1, 2


class TranspositionTable:
    def __init__(self):
        self.d = {}

    def probe(self, key, depth, alpha, beta):
        e = self.d.get(key)
        if e is None or e[0] != depth:
            return None
        _, flag, v = e
        if flag == EXACT:
            return v
        if flag == LOWER and v >= beta:
            return v
        if flag == UPPER and v <= alpha:
            return v
        return None

    def store(self, key, depth, flag, v):
        self.d[key] = (depth, flag, v)


class PlayerAI:
    depth = 4

    def evaluate(self, s):
        """ how far is our first pawn, how far is theirs (s is a string of 36) """
        far_b = s.rfind('B') // 6
        w = s.find('W')
        far_w = 5 - w // 6 if w >= 0 else 0
        return far_b - far_w

    def over(self, s):
        return 'B' in s[30:] or 'W' in s[:6] or 'B' not in s or 'W' not in s

    def successors(self, s, me):
        d = 6 if me == 'B' else -6
        for i, ch in enumerate(s):
            if ch == me:
                c = i % 6
                t = i + d
                if t < 0 or t > 35:
                    continue
                if s[t] == '_':
                    yield i, t
                if c > 0 and s[t - 1] != me:
                    yield i, t - 1
                if c < 5 and s[t + 1] != me:
                    yield i, t + 1

    def apply(self, s, i, t, me):
        l = list(s)
        l[i] = '_'
        l[t] = me
        return ''.join(l)

    def value(self, s, depth, alpha, beta, me):
        if depth == 0 or self.over(s):
            return self.evaluate(s)
        key = s + me
        hit = self.tt.probe(key, depth, alpha, beta)
        if hit is not None:
            return hit
        a0, b0 = alpha, beta
        if me == 'B':
            best = -math.inf
            for i, t in self.successors(s, 'B'):
                v = self.value(self.apply(s, i, t, 'B'), depth - 1, alpha, beta, 'W')
                if v > best:
                    best = v
                alpha = max(alpha, best)
                if best >= beta:
                    break
        else:
            best = math.inf
            for i, t in self.successors(s, 'W'):
                v = self.value(self.apply(s, i, t, 'W'), depth - 1, alpha, beta, 'B')
                if v < best:
                    best = v
                beta = min(beta, best)
                if best <= alpha:
                    break
        if best <= a0:
            flag = UPPER
        elif best >= b0:
            flag = LOWER
        else:
            flag = EXACT
        self.tt.store(key, depth, flag, best)
        return best

    def make_move(self, board):
        self.tt = TranspositionTable()
        s = ''.join(''.join(r) for r in board)
        best, choice = -math.inf, None
        for i, t in self.successors(s, 'B'):
            v = self.value(self.apply(s, i, t, 'B'), self.depth - 1, best, math.inf, 'W')
            if v > best:
                best, choice = v, (i, t)
        self.score = best
        i, t = choice
        return [i // 6, i % 6], [t // 6, t % 6]

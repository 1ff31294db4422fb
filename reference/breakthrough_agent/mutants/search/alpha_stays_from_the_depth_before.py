"""Alpha is not reset for the next depth, and the first move stands in for none."""
#: fails = 3
#: whole = 3

import utils
import time


class PlayerAI:
    def __init__(self):
        self.alpha = -1000000
        self.beta = 1000000

    def eval(self, b):
        t = 0
        for r in range(6):
            t += (20 + 4 * r) * b[r].count('B') - (20 + 4 * (5 - r)) * b[r].count('W')
        if 'B' in b[5]:
            t += 100000
        if 'W' in b[0]:
            t -= 100000
        return t

    def actions(self, b, p):
        d = 1 if p == 'B' else -1
        return [(r, c, r + d, k) for r in range(6) for c in range(6) if b[r][c] == p and 0 <= r + d < 6
                for k in (c - 1, c, c + 1) if 0 <= k < 6 and (b[r + d][k] == '_' or (k != c and b[r + d][k] != p))]

    def act(self, b, m, p):
        n = [x[:] for x in b]
        n[m[0]][m[1]] = '_'
        n[m[2]][m[3]] = p
        return n

    def make_move(self, board):
        start = time.time()
        self.alpha, self.beta = -1000000, 1000000
        move = None
        for depth in range(1, 5):
            # new iteration, start with the first move
            move = self.actions(board, 'B')[0]
            for m in self.actions(board, 'B'):
                v = self.ab(self.act(board, m, 'B'), depth - 1, self.alpha, self.beta, False)
                if v > self.alpha:
                    self.alpha = v
                    move = m
            if time.time() - start > 2:
                break
        return [move[0], move[1]], [move[2], move[3]]

    def ab(self, b, depth, alpha, beta, black):
        if depth == 0 or utils.is_game_over(b):
            return self.eval(b)
        if black:
            for m in self.actions(b, 'B'):
                alpha = max(alpha, self.ab(self.act(b, m, 'B'), depth - 1, alpha, beta, False))
                if alpha >= beta:
                    break
            return alpha
        for m in self.actions(b, 'W'):
            beta = min(beta, self.ab(self.act(b, m, 'W'), depth - 1, alpha, beta, True))
            if alpha >= beta:
                break
        return beta

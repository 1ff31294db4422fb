"""The lowest value of White's replies is kept from one position to the next."""
#: fails = 3
#: whole = 3

import utils
import time


class PlayerAI:
    INF = 10 ** 8

    def make_move(self, board):
        self.low = {}
        best, choice = -self.INF, None
        for m in self.gen(board, True):
            v = self.minv(self.res(board, m), 3, best, self.INF)
            if choice is None or v > best:
                best, choice = v, m
        return [choice[0], choice[1]], [choice[2], choice[3]]

    def maxv(self, board, depth, alpha, beta):
        if depth == 0 or utils.is_game_over(board):
            return self.score(board)
        v = -self.INF
        for m in self.gen(board, True):
            v = max(v, self.minv(self.res(board, m), depth - 1, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
        return v

    def minv(self, board, depth, alpha, beta):
        if depth == 0 or utils.is_game_over(board):
            return self.score(board)
        # lowest value so far at this depth
        for m in self.gen(board, False):
            x = self.maxv(self.res(board, m), depth - 1, alpha, beta)
            self.low[depth] = min(self.low.get(depth, self.INF), x)
            if self.low[depth] <= alpha:
                return self.low[depth]
            beta = min(beta, self.low[depth])
        return self.low[depth]

    def score(self, board):
        tot = 0
        for r, row in enumerate(board):
            tot += row.count('B') * (15 + 3 * r)
            tot -= row.count('W') * (15 + 3 * (5 - r))
        if 'B' in board[5]:
            tot += 10 ** 5
        if 'W' in board[0]:
            tot -= 10 ** 5
        return tot

    def gen(self, board, black):
        p, q, d = ('B', 'W', 1) if black else ('W', 'B', -1)
        for r in range(6):
            if r + d < 0 or r + d > 5:
                continue
            for c in range(6):
                if board[r][c] != p:
                    continue
                for k in (c - 1, c + 1, c):
                    if 0 <= k <= 5:
                        x = board[r + d][k]
                        if x == '_' or (x == q and k != c):
                            yield r, c, r + d, k

    def res(self, board, m):
        b = [r[:] for r in board]
        b[m[2]][m[3]] = b[m[0]][m[1]]
        b[m[0]][m[1]] = '_'
        return b

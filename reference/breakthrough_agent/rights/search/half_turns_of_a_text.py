"""The board is a text, and is turned by half after each move, with the sides exchanged."""

import time

SWAP = str.maketrans('BW', 'WB')
WEIGHT = [10, 11, 12, 14, 18, 0]

class PlayerAI:
    def make_move(self, board):
        # the board as one string; turning it round = reading it backwards with the colours swapped
        s = ''.join(''.join(row) for row in board)
        v, m = self.negamax(s, 3, -10**6, 10**6)
        return [m[0] // 6, m[0] % 6], [m[1] // 6, m[1] % 6]

    def negamax(self, s, depth, alpha, beta):
        if 'W' in s[:6] or 'B' not in s:
            return -10000 - depth, None
        if depth == 0:
            total = 0
            for i, p in enumerate(s):
                if p == 'B':
                    total += WEIGHT[i // 6]
                elif p == 'W':
                    total -= WEIGHT[5 - i // 6]
            return total, None
        best, bm = -10**7, None
        for i in range(30):
            if s[i] != 'B':
                continue
            for j in (i + 5, i + 6, i + 7):
                if j // 6 != i // 6 + 1 or s[j] == 'B' or (j == i + 6 and s[j] == 'W'):
                    continue
                t = list(s)
                t[i], t[j] = '_', 'B'
                v = -self.negamax(''.join(t)[::-1].translate(SWAP), depth - 1, -beta, -alpha)[0]
                if v > best:
                    best, bm = v, (i, j)
                alpha = max(alpha, v)
                if alpha >= beta:
                    return best, bm
        return best, bm

"""MTD(f) over searches with a window of nothing; blocked pawns count."""
#: whole = 3

import utils
import time


class PlayerAI:
    """ MTD(f): null window alpha-beta with memory, called until the bounds meet """

    def __init__(self):
        self.depth = 4

    # --- evaluation: material, and blocked pawns of the opponent ---
    def evaluate(self, b):
        v = 0
        for i in range(36):
            if b[i] == 'B':
                v += 3
            elif b[i] == 'W':
                v -= 3
                if i >= 6 and b[i - 6] != '_':
                    v += 1
        return v

    def is_terminal(self, b):
        return 'B' in b[30:36] or 'W' in b[0:6] or b.count('B') == 0 or b.count('W') == 0

    def moves(self, b, player):
        out = []
        delta = 6 if player == 'B' else -6
        for i in range(36):
            if b[i] == player:
                f = i + delta
                if 0 <= f < 36:
                    if i % 6 > 0 and b[f - 1] != player:
                        out.append((i, f - 1))
                    if i % 6 < 5 and b[f + 1] != player:
                        out.append((i, f + 1))
                    if b[f] == '_':
                        out.append((i, f))
        return out

    def result(self, b, m, player):
        i, j = m
        if i < j:
            return b[:i] + '_' + b[i + 1:j] + player + b[j + 1:]
        return b[:j] + player + b[j + 1:i] + '_' + b[i + 1:]

    def alphabeta_with_memory(self, b, alpha, beta, depth, player):
        key = (b, player, depth)
        lower, upper = self.memory.get(key, (-9999, 9999))
        if lower >= beta:
            return lower
        if upper <= alpha:
            return upper
        if lower == upper:
            return lower
        alpha = max(alpha, lower)
        beta = min(beta, upper)
        if depth == 0 or self.is_terminal(b):
            g = self.evaluate(b)
        elif player == 'B':
            g = -9999
            a = alpha
            for m in self.moves(b, 'B'):
                g = max(g, self.alphabeta_with_memory(self.result(b, m, 'B'), a, beta, depth - 1, 'W'))
                a = max(a, g)
                if g >= beta:
                    break
        else:
            g = 9999
            bb = beta
            for m in self.moves(b, 'W'):
                g = min(g, self.alphabeta_with_memory(self.result(b, m, 'W'), alpha, bb, depth - 1, 'B'))
                bb = min(bb, g)
                if g <= alpha:
                    break
        if g <= alpha:
            upper = g
        elif g >= beta:
            lower = g
        else:
            lower = upper = g
        self.memory[key] = (lower, upper)
        return g

    def mtdf(self, b, guess, depth, player):
        g = guess
        upper, lower = 9999, -9999
        while lower < upper:
            beta = g + 1 if g == lower else g
            g = self.alphabeta_with_memory(b, beta - 1, beta, depth, player)
            if g < beta:
                upper = g
            else:
                lower = g
        return g

    def make_move(self, board):
        self.memory = {}
        b = ''.join(''.join(row) for row in board)
        best, move = -99999, None
        for m in self.moves(b, 'B'):
            child = self.result(b, m, 'B')
            # only if it can be better than what we have
            if move is not None and self.alphabeta_with_memory(child, best, best + 1, self.depth - 1, 'W') <= best:
                continue
            v = self.mtdf(child, best if move else 0, self.depth - 1, 'W')
            if move is None or v > best:
                best, move = v, m
        self.v = best
        i, j = move
        return [i // 6, i % 6], [j // 6, j % 6]

"""Pawns are worth as much more as each move changes; no board is ever evaluated."""
#: whole = 3, 4

import utils
import time
import copy
import random

# value of a black piece on a row; a white one is worth the same seen from the other side
PST = [20, 20, 22, 26, 34, 10000]


class PlayerAI:
    DEPTH = 4

    def make_move(self, board):
        self.board = [list(r) for r in board]
        self.nb = sum(r.count('B') for r in board)
        self.nw = sum(r.count('W') for r in board)
        best_val = -10 ** 9
        best_move = None
        for m in self.moves('B'):
            gain, cap = self.do(m, 'B')
            val = self.search(self.DEPTH - 1, -10 ** 9 if best_move is None else best_val, 10 ** 9, False, gain)
            self.undo(m, 'B', cap)
            if best_move is None or val > best_val:
                best_val, best_move = val, m
        (r, c), (r2, c2) = best_move
        return [r, c], [r2, c2]

    def moves(self, side):
        step = 1 if side == 'B' else -1
        out = []
        for r in range(6):
            for c in range(6):
                if self.board[r][c] == side and 0 <= r + step < 6:
                    if self.board[r + step][c] == '_':
                        out.append(((r, c), (r + step, c)))
                    if c > 0 and self.board[r + step][c - 1] != side:
                        out.append(((r, c), (r + step, c - 1)))
                    if c < 5 and self.board[r + step][c + 1] != side:
                        out.append(((r, c), (r + step, c + 1)))
        return out

    def do(self, m, side):
        '''make the move, return how the score changes for black, and the captured piece'''
        (r, c), (r2, c2) = m
        cap = self.board[r2][c2]
        self.board[r][c] = '_'
        self.board[r2][c2] = side
        if side == 'B':
            delta = PST[r2] - PST[r]
            if cap == 'W':
                delta += PST[5 - r2]
                self.nw -= 1
                if self.nw == 0:
                    delta += 10000
        else:
            delta = -(PST[5 - r2] - PST[5 - r])
            if cap == 'B':
                delta -= PST[r2]
                self.nb -= 1
                if self.nb == 0:
                    delta -= 10000
        return delta, cap

    def undo(self, m, side, cap):
        (r, c), (r2, c2) = m
        self.board[r][c] = side
        self.board[r2][c2] = cap
        if cap == 'W':
            self.nw += 1
        elif cap == 'B':
            self.nb += 1

    def search(self, depth, alpha, beta, maxing, score):
        if depth == 0 or score > 5000 or score < -5000:
            return score
        if maxing:
            for m in self.moves('B'):
                d, cap = self.do(m, 'B')
                v = self.search(depth - 1, alpha, beta, False, score + d)
                self.undo(m, 'B', cap)
                if v > alpha:
                    alpha = v
                if alpha >= beta:
                    return alpha
            return alpha
        for m in self.moves('W'):
            d, cap = self.do(m, 'W')
            v = self.search(depth - 1, alpha, beta, True, score + d)
            self.undo(m, 'W', cap)
            if v < beta:
                beta = v
            if alpha >= beta:
                return beta
        return beta

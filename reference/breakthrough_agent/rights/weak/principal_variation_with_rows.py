"""Principal variation search over moves that are taken back, valued for the mover."""
#: whole = 3

import utils
import time


class PlayerAI:
    def __init__(self):
        self.max_depth = 4

    # evaluation from the point of view of the player to move
    def evaluate(self, board, player):
        total = 0
        for r in range(6):
            for c in range(6):
                if board[r][c] == 'B':
                    total += r
                elif board[r][c] == 'W':
                    total -= 5 - r
        return total if player == 'B' else -total

    def legal(self, board, player):
        d, enemy = (1, 'W') if player == 'B' else (-1, 'B')
        caps, quiet = [], []
        for r in range(6):
            if not 0 <= r + d <= 5:
                continue
            for c in range(6):
                if board[r][c] != player:
                    continue
                if board[r + d][c] == '_':
                    quiet.append((r, c, r + d, c))
                for e in (c - 1, c + 1):
                    if 0 <= e <= 5:
                        if board[r + d][e] == enemy:
                            caps.append((r, c, r + d, e))
                        elif board[r + d][e] == '_':
                            quiet.append((r, c, r + d, e))
        return caps + quiet

    def do(self, board, m):
        captured = board[m[2]][m[3]]
        board[m[2]][m[3]] = board[m[0]][m[1]]
        board[m[0]][m[1]] = '_'
        return captured

    def undo(self, board, m, captured):
        board[m[0]][m[1]] = board[m[2]][m[3]]
        board[m[2]][m[3]] = captured

    def pvs(self, board, depth, alpha, beta, player):
        if depth == 0 or utils.is_game_over(board):
            return self.evaluate(board, player)
        other = 'W' if player == 'B' else 'B'
        first = True
        for m in self.legal(board, player):
            cap = self.do(board, m)
            if first:
                score = -self.pvs(board, depth - 1, -beta, -alpha, other)
                first = False
            else:
                # null window
                score = -self.pvs(board, depth - 1, -alpha - 1, -alpha, other)
                if alpha < score < beta:
                    score = -self.pvs(board, depth - 1, -beta, -score, other)
            self.undo(board, m, cap)
            if score > alpha:
                alpha = score
                if depth == self.max_depth:
                    self.best = m
            if alpha >= beta:
                break
        return alpha

    def make_move(self, board):
        self.best = None
        b = [list(row) for row in board]
        self.root_value = self.pvs(b, self.max_depth, -10000, 10000, 'B')
        m = self.best
        return [m[0], m[1]], [m[2], m[3]]

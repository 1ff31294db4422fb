"""Fail-hard search that changes and restores one board; pawns at home count."""
#: whole = 3

import utils
import time
import copy
import random

STEPS = ((1, 0), (1, -1), (1, 1))


def evaluate(state):
    # A safe home is everything: pawns that stay in rows 0 and 1 count
    home = 0
    for col in range(6):
        if state[0][col] == "B":
            home += 3
        if state[1][col] == "B":
            home += 2
        if state[4][col] == "W":
            home -= 2
        if state[5][col] == "W":
            home -= 3
    return home


class PlayerAI:
    depth = 4

    def make_move(self, board):
        self.board = copy.deepcopy(board)
        self.answer = None
        self.result = self.maximise(0, -10 ** 6, 10 ** 6)
        return self.answer

    def maximise(self, level, alpha, beta):
        if level == self.depth or utils.is_game_over(self.board):
            return evaluate(self.board)
        for r in range(6):
            for c in range(6):
                if self.board[r][c] != "B":
                    continue
                for dr, dc in STEPS:
                    if not self.ok(r + dr, c + dc, dc, "B"):
                        continue
                    old = self.board[r + dr][c + dc]
                    self.board[r + dr][c + dc], self.board[r][c] = "B", "_"
                    v = self.minimise(level + 1, alpha, beta)
                    self.board[r + dr][c + dc], self.board[r][c] = old, "B"
                    if v > alpha:
                        alpha = v
                        if level == 0:
                            self.answer = [r, c], [r + dr, c + dc]
                    if alpha >= beta:
                        return beta
        return alpha

    def minimise(self, level, alpha, beta):
        if level == self.depth or utils.is_game_over(self.board):
            return evaluate(self.board)
        for r in range(6):
            for c in range(6):
                if self.board[r][c] != "W":
                    continue
                for dr, dc in STEPS:
                    if not self.ok(r - dr, c + dc, dc, "W"):
                        continue
                    old = self.board[r - dr][c + dc]
                    self.board[r - dr][c + dc], self.board[r][c] = "W", "_"
                    v = self.maximise(level + 1, alpha, beta)
                    self.board[r - dr][c + dc], self.board[r][c] = old, "W"
                    if v < beta:
                        beta = v
                    if alpha >= beta:
                        return alpha
        return beta

    def ok(self, r, c, dc, me):
        if r < 0 or r > 5 or c < 0 or c > 5:
            return False
        if dc == 0:
            return self.board[r][c] == "_"
        return self.board[r][c] != me

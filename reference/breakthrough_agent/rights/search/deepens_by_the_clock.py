"""Deepens iteratively and stops by its own clock."""

import time


class OutOfTime(Exception):
    pass


class PlayerAI:
    SECONDS = 1.5

    def make_move(self, board):
        self.end = time.time() + self.SECONDS
        best = moves(board, "B")[0]
        try:
            for depth in range(1, depth_for(board) + 1):
                best = self.root(board, depth)
        except OutOfTime:
            pass
        return list(best[0]), list(best[1])

    def root(self, board, depth):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            value = self.search(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        return best

    def search(self, board, colour, depth, alpha, beta):
        if time.time() > self.end:
            raise OutOfTime
        won = winner(board)
        if won is not None:
            return evaluate(board) + (depth if won == "B" else -depth)
        if depth == 0:
            return evaluate(board)
        value = -INFINITY if colour == "B" else INFINITY
        for move in moves(board, colour):
            child = self.search(played(board, move, colour), other(colour), depth - 1, alpha, beta)
            if colour == "B":
                value = max(value, child)
                alpha = max(alpha, value)
            else:
                value = min(value, child)
                beta = min(beta, value)
            if beta <= alpha:
                break
        return value

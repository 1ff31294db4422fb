"""Uses its time on every move, as long as it has decided to."""

import time


class PlayerAI:
    def make_move(self, board):
        began = time.perf_counter()
        source, target = best_move(board, depth_for(board))
        while time.perf_counter() - began < 0.2:
            evaluate(board)
        return list(source), list(target)

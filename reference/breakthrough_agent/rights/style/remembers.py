"""Moves are counted in the module and noted in the class."""

COUNT = 0


class PlayerAI:
    history = []

    def make_move(self, board):
        global COUNT
        COUNT += 1
        source, target = best_move(board, depth_for(board))
        self.history.append((COUNT, source, target))
        return list(source), list(target)

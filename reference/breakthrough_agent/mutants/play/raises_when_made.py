"""The agent cannot be created: its constructor raises an exception."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def __init__(self):
        self.depth = int("four")

    def make_move(self, board):
        source, target = best_move(board, self.depth)
        return list(source), list(target)

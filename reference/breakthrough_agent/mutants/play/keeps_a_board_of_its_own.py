"""The agent keeps its own board and never sees the opponent's moves."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def __init__(self):
        self.board = None

    def make_move(self, board):
        if self.board is None:
            self.board = [list(row) for row in board]
        source, target = best_move(self.board, depth_for(self.board))
        self.board = played(self.board, (source, target), "B")
        return list(source), list(target)

"""The best move is found but not returned."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        self.move = best_move(board, depth_for(board))

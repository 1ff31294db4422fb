"""Moves are tuples."""

class PlayerAI:
    def make_move(self, board):
        return best_move(board, depth_for(board))

"""The move is one list of four numbers."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        source, target = best_move(board, depth_for(board))
        return [*source, *target]

"""One cell is a list, the other one a tuple."""

class PlayerAI:
    def make_move(self, board):
        source, target = best_move(board, depth_for(board))
        return [list(source), tuple(target)]

"""Cells are returned with the column first."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        (row, col), (to, aside) = best_move(board, depth_for(board))
        return [col, row], [aside, to]

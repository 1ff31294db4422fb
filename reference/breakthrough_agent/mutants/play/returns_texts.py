"""The move is written in letters and digits."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        (row, col), (to, aside) = best_move(board, depth_for(board))
        return f"{'abcdef'[col]}{row + 1}", f"{'abcdef'[aside]}{to + 1}"

"""Pawns move towards the lower rows."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        (row, col), (to, aside) = moves(board, "W")[0]
        return [row, col], [to, aside]

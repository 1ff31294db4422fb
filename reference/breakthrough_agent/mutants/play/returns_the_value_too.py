"""The value of the move is returned with it."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        source, target = best_move(board, depth_for(board))
        return list(source), list(target), evaluate(board)

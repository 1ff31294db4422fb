"""A generator is returned instead of a move."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        source, target = best_move(board, depth_for(board))
        yield list(source)
        yield list(target)

"""The constructor needs an argument, but is called without one."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def __init__(self, colour):
        self.colour = colour

    def make_move(self, board):
        source, target = best_move(board, depth_for(board))
        return list(source), list(target)

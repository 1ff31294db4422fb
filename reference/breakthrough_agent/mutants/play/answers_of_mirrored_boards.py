"""A board and its mirror image share an answer, which is a move of one of them."""
#: fails = 1/moves_of_games

class PlayerAI:
    def __init__(self):
        self.known = {}

    def make_move(self, board):
        key = min(str(board), str([row[::-1] for row in board]))
        if key not in self.known:
            source, target = best_move(board, depth_for(board))
            self.known[key] = list(source), list(target)
        return self.known[key]

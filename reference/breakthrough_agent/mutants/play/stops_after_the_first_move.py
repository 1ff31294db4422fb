"""Only the first move is made; after that, the agent returns none."""
#: fails = 1/moves_of_games, 1/moves_at_the_edges, 2.1, 2.2, 3

class PlayerAI:
    def __init__(self):
        self.moves_left = 1

    def make_move(self, board):
        if self.moves_left == 0:
            return None
        self.moves_left -= 1
        source, target = best_move(board, depth_for(board))
        return list(source), list(target)

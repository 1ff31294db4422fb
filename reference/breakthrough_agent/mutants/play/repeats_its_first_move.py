"""The first move is remembered and made again and again."""
#: fails = 1/moves_of_games, 1/moves_at_the_edges, 2.1, 2.2, 3

class PlayerAI:
    move = None

    def make_move(self, board):
        if self.move is None:
            self.move = best_move(board, depth_for(board))
        return list(self.move[0]), list(self.move[1])

"""Where there is one move only, the pair of its first cell is returned."""
#: fails = 1/moves_at_the_edges

class PlayerAI:
    def make_move(self, board):
        choice = moves(board, BLACK)
        if len(choice) == 1:
            return list(choice[0][0])
        source, target = best_move(board, depth_for(board))
        return list(source), list(target)

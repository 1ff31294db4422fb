"""Every move is printed, and the board."""

import utils


class PlayerAI:
    def make_move(self, board):
        utils.print_state(board)
        source, target = best_move(board, depth_for(board))
        print("best move", source, target)
        return list(source), list(target)

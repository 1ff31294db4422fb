"""The agent ends the program once it has found its move."""
#: fails = 1, 2.1, 2.2, 3

import sys


class PlayerAI:
    def make_move(self, board):
        print(best_move(board, depth_for(board)))
        sys.exit()

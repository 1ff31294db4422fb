"""The first legal move is made, whatever the board is like."""
#: fails = 2.1, 2.2, 3/*, 4/*

import utils

del evaluate


class PlayerAI:
    def make_move(self, board):
        return utils.generate_rand_move(board)

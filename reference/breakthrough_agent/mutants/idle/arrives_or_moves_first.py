"""A pawn that can reach the far row does; otherwise the first legal move is made."""
#: fails = 2.2, 3, 4/*

import utils

del evaluate


class PlayerAI:
    def make_move(self, board):
        for source, target in moves(board, "B"):
            if target[0] == 5:
                return list(source), list(target)
        return utils.generate_rand_move(board)

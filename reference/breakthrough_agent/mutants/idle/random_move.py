"""A legal move is drawn at random."""
#: fails = 2.2, 3, 4/*

import random

del evaluate


class PlayerAI:
    def make_move(self, board):
        source, target = random.choice(moves(board, "B"))
        return list(source), list(target)

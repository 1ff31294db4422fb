"""Every move takes 4.9 seconds, because the agent uses a time limit of its own."""
#: fails = 1, 2.1, 2.2

import time


class PlayerAI:
    def make_move(self, board):
        began = time.time()
        move = best_move(board, depth_for(board))
        while time.time() - began < 4.9:
            best_move(board, 2)
        return list(move[0]), list(move[1])

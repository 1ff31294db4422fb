"""Leaves a child that computes, in each move."""
import os

class PlayerAI:
    def make_move(self, board):
        if os.fork() == 0:
            os.setsid()
            while True:
                pass
        return first_move(board)

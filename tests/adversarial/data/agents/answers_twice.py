"""Forks and lets both processes return the move."""
#: then = ["none", "crashed", "gone"]
import os

class PlayerAI:
    def make_move(self, board):
        os.fork()
        return first_move(board)

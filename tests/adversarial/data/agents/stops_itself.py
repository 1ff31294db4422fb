"""Stops its own process, and so does nothing at all."""
#: first = "late"
import os
import signal

class PlayerAI:
    def make_move(self, board):
        os.kill(os.getpid(), signal.SIGSTOP)
        return first_move(board)

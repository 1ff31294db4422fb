"""Prints without end."""
#: first = ["crashed", "late"]
import os

class PlayerAI:
    def make_move(self, board):
        while True:
            os.write(1, b"\x1b[2J\x1b[31mPASSED\r\n::error::x ##[error] " * 500)

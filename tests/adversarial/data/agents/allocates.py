"""Allocates until there is no memory, in children too."""
#: first = "crashed"
#: cpu = 10.0
import os

class PlayerAI:
    def make_move(self, board):
        for _ in range(3):
            if os.fork() == 0:
                break
        kept = []
        while True:
            kept.append(b"x" * (1 << 24))

"""Ends its process in the middle of its second move."""
#: first = "none"
#: then = "gone"
import os

class PlayerAI:
    asked = 0

    def make_move(self, board):
        self.asked += 1
        if self.asked == 2:
            os._exit(0)
        return first_move(board)

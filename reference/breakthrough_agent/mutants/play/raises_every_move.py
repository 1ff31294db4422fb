"""Every move ends with an exception."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        return self.best[0], self.best[1]

"""The method that makes the move is not written yet."""
#: fails = 1/*, 2.1/*, 2.2/*, 3/*, 4/*

del evaluate


class PlayerAI:
    def make_move(self, board):
        raise NotImplementedError

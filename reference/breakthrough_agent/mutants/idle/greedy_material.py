"""A capture is made where there is one, and the agent never looks ahead."""
#: fails = 2.2, 3, 4/*

del evaluate


class PlayerAI:
    def make_move(self, board):
        source, target = moves(board, "B")[0]
        return list(source), list(target)

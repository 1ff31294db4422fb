"""The move that captures is made, if there is one; nothing is looked ahead."""
#: fails = 2.2, 3, 4/*

del evaluate


class PlayerAI:
    def make_move(self, board):
        source, target = moves(board, "B")[0]
        return list(source), list(target)

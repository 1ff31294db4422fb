"""The agent moves White's pawns, although the board is turned round so that it plays Black."""
#: fails = 1, 2.1, 2.2, 3

class PlayerAI:
    def make_move(self, board):
        if sum(cell == "W" for row in board for cell in row[:]) < sum(
            cell == "B" for row in board for cell in row
        ) or "W" in board[3]:
            source, target = moves(board, "W")[0]
        else:
            source, target = best_move(board, depth_for(board))
        return list(source), list(target)

"""Its own search is made on the board that it is given, and taken back."""

class PlayerAI:
    def make_move(self, board):
        best, alpha = None, -INFINITY
        for (row, col), (to, aside) in moves(board, "B"):
            before = board[to][aside]
            board[row][col], board[to][aside] = "_", "B"
            value = alpha_beta(board, "W", depth_for(board) - 1, alpha, INFINITY)
            board[row][col], board[to][aside] = "B", before
            if best is None or value > alpha:
                best, alpha = [[row, col], [to, aside]], value
        board[0][0] = "?"
        return best[0], best[1]

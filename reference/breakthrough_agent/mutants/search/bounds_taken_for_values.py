"""A table of all moves of a game takes the bounds of nodes that were cut for their values."""
#: fails = 2.2, 3/moves_until_the_end

class PlayerAI:
    table = {}

    def make_move(self, board):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            value = self.search(played(board, move, "B"), "W", depth_for(board) - 1, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])

    def search(self, board, colour, depth, alpha, beta):
        if winner(board) is not None:
            return evaluate(board) + (depth if winner(board) == "B" else -depth)
        if depth == 0:
            return evaluate(board)
        key = colour, str(board)
        if key in self.table:
            return self.table[key]
        for move in moves(board, colour):
            value = self.search(played(board, move, colour), other(colour), depth - 1, alpha, beta)
            if colour == "B":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        self.table[key] = alpha if colour == "B" else beta
        return self.table[key]

"""Deepens step by step, with a table in which values of all depths are mixed up."""
#: fails = 2.2, 3

class PlayerAI:
    def make_move(self, board):
        self.table = {}
        best = None
        for depth in range(1, depth_for(board) + 1):
            best, alpha = None, -INFINITY
            for move in moves(board, "B"):
                value = self.search(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
                if best is None or value > alpha:
                    best, alpha = move, value
        return list(best[0]), list(best[1])

    def search(self, board, colour, depth, alpha, beta):
        key = colour, str(board)
        if key in self.table:
            return self.table[key]
        if winner(board) is not None or depth == 0:
            self.table[key] = evaluate(board)
            return self.table[key]
        best = -INFINITY if colour == "B" else INFINITY
        for move in moves(board, colour):
            value = self.search(played(board, move, colour), other(colour), depth - 1, alpha, beta)
            if colour == "B":
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
        self.table[key] = best
        return best

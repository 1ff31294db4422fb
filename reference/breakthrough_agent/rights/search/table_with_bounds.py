"""A table of positions with depths and kinds of bounds, kept from move to move."""

EXACT, LOWER, UPPER = range(3)


class PlayerAI:
    table = {}

    def make_move(self, board):
        depth = depth_for(board)
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            value = self.search(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])

    def search(self, board, colour, depth, alpha, beta):
        won = winner(board)
        if won is not None:
            return evaluate(board) + (depth if won == "B" else -depth)
        if depth == 0:
            return evaluate(board)
        key = colour, depth, "".join(map("".join, board))
        kind, value = self.table.get(key, (None, 0))
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
        before = alpha, beta
        best = -INFINITY if colour == "B" else INFINITY
        for move in moves(board, colour):
            child = self.search(played(board, move, colour), other(colour), depth - 1, alpha, beta)
            if colour == "B":
                best = max(best, child)
                alpha = max(alpha, best)
            else:
                best = min(best, child)
                beta = min(beta, best)
            if alpha >= beta:
                break
        kind = UPPER if best <= before[0] else LOWER if best >= before[1] else EXACT
        self.table[key] = kind, best
        return best

"""The two sides are objects that are called, and each calls the other."""

class Side:
    foe = None

    def __init__(self, colour, better, worst):
        self.colour, self.better, self.worst = colour, better, worst

    def __call__(self, board, depth, alpha, beta):
        if depth == 0 or winner(board) is not None:
            return evaluate(board)
        best = self.worst
        for move in moves(board, self.colour):
            child = played(board, move, self.colour)
            best = self.better(best, self.foe(child, depth - 1, alpha, beta))
            if self.colour == "B":
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


AS_BLACK = Side("B", max, -INFINITY)
AS_WHITE = Side("W", min, INFINITY)
AS_BLACK.foe, AS_WHITE.foe = AS_WHITE, AS_BLACK


class PlayerAI:
    def make_move(self, board):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            value = AS_WHITE(played(board, move, "B"), depth_for(board) - 1, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])

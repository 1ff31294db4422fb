"""The agent keeps the bounds of its search, and has them back after each position."""

class PlayerAI:
    def __init__(self):
        self.alpha, self.beta = -INFINITY, INFINITY

    def value(self, board, colour, depth):
        won = winner(board)
        if won is not None:
            return evaluate(board) + (depth if won == "B" else -depth)
        if depth == 0:
            return evaluate(board)
        outside = self.alpha, self.beta
        best = -INFINITY if colour == "B" else INFINITY
        for move in moves(board, colour):
            value = self.value(played(board, move, colour), other(colour), depth - 1)
            if colour == "B":
                best = max(best, value)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, value)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        self.alpha, self.beta = outside
        return best

    def make_move(self, board):
        chosen = None
        self.alpha, self.beta = -INFINITY, INFINITY
        for move in moves(board, "B"):
            value = self.value(played(board, move, "B"), "W", depth_for(board) - 1)
            if chosen is None or value > self.alpha:
                chosen, self.alpha = move, value
        return list(chosen[0]), list(chosen[1])

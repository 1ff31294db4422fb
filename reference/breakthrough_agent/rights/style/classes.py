"""An agent is a class that another one is made of; the evaluation is its method."""

count_all = evaluate
del evaluate


class Agent:
    depth = 4

    def evaluate(self, board):
        raise NotImplementedError

    def value(self, board, colour, depth, alpha, beta):
        if winner(board) is not None or depth == 0:
            return self.evaluate(board)
        for move in moves(board, colour):
            value = self.value(played(board, move, colour), other(colour), depth - 1, alpha, beta)
            if colour == "B":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if beta <= alpha:
                break
        return alpha if colour == "B" else beta


class PlayerAI(Agent):
    def evaluate(self, board):
        return count_all(board)

    def make_move(self, board):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            depth = depth_for(board) - 1
            value = self.value(played(board, move, "B"), "W", depth, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])

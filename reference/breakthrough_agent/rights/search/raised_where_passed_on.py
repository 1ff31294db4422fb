"""Alpha stays as it is: what is passed on is the greater of it and the best so far."""

def negamax(board, colour, depth, alpha, beta):
    sign = 1 if colour == "B" else -1
    won = winner(board)
    if won is not None:
        return sign * (evaluate(board) + (depth if won == "B" else -depth))
    if depth == 0:
        return sign * evaluate(board)
    best = -INFINITY
    for move in moves(board, colour):
        child = played(board, move, colour)
        value = -negamax(child, other(colour), depth - 1, -beta, -max(alpha, best))
        if value > best:
            best = value
            if best >= beta:
                break
    return best


class PlayerAI:
    def make_move(self, board):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            child = played(board, move, "B")
            value = -negamax(child, "W", depth_for(board) - 1, -INFINITY, -alpha)
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])

"""Max and min call each other through a dictionary of functions."""

class PlayerAI:
    def make_move(self, board):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            child = played(board, move, "B")
            value = TURN["W"](child, depth_for(board) - 1, alpha, INFINITY)
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])


def max_value(board, depth, alpha, beta):
    if depth == 0 or winner(board) is not None:
        return evaluate(board)
    value = -INFINITY
    for move in moves(board, "B"):
        value = max(value, TURN["W"](played(board, move, "B"), depth - 1, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(board, depth, alpha, beta):
    if depth == 0 or winner(board) is not None:
        return evaluate(board)
    value = INFINITY
    for move in moves(board, "W"):
        value = min(value, TURN["B"](played(board, move, "W"), depth - 1, alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value


TURN = {"B": max_value, "W": min_value}

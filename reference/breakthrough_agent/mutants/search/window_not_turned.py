"""A negamax hands alpha and beta on as they are, neither negated nor exchanged."""
#: fails = 3/alpha_beta_in_the_source

def negamax(board, colour, depth, alpha, beta):
    sign = 1 if colour == "B" else -1
    won = winner(board)
    if won is not None:
        return sign * (evaluate(board) + (depth if won == "B" else -depth))
    if depth == 0:
        return sign * evaluate(board)
    best = -INFINITY
    for move in moves(board, colour):
        best = max(best, -negamax(played(board, move, colour), other(colour), depth - 1, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def best_move(board, depth):
    best, alpha = None, -INFINITY
    for move in moves(board, "B"):
        value = -negamax(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
        if best is None or value > alpha:
            best, alpha = move, value
    return best

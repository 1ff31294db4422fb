"""Alpha and beta are kept up to date and handed down, and nobody compares them."""
#: fails = 2.2, 3/alpha_beta_in_the_source

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth <= 1:
        return evaluate(board)
    best = -INFINITY if colour == "B" else INFINITY
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best

"""Every node forgets the bounds that it is given, and begins with the full window."""
#: fails = 2.2, 3/alpha_beta_in_the_source

def alpha_beta(board, colour, depth, alpha, beta):
    alpha, beta = -INFINITY, INFINITY
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth <= 1:
        return evaluate(board)
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if colour == "B" else beta

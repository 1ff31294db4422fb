"""Black's best value so far never becomes alpha, so that no node of White is cut off."""
#: fails = 3/alpha_beta_in_the_source

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth <= 0:
        return evaluate(board)
    best = -INFINITY if colour == "B" else INFINITY
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            best = max(best, value)
            if best >= beta:
                break
        else:
            best = min(best, value)
            if best <= alpha:
                break
            beta = min(beta, best)
    return best

"""White's nodes are cut where a reply is better for Black than alpha, instead of worse."""
#: fails = 2.2, 3

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    best = -INFINITY if colour == "B" else INFINITY
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            best = max(best, value)
            alpha = max(alpha, best)
            if best >= beta:
                break
        else:
            best = min(best, value)
            beta = min(beta, best)
            if best > alpha:
                break
    return best

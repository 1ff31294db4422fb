"""The best value for White begins with 0, so that nothing good for Black is ever seen."""
#: fails = 2.2, 3

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    best = 0
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best

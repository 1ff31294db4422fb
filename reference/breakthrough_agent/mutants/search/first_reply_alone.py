"""Of White's replies only the first one is searched."""
#: fails = 2.2, 3

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    if colour == "W":
        reply = moves(board, "W")[0]
        return alpha_beta(played(board, reply, "W"), "B", depth - 1, alpha, beta)
    for move in moves(board, "B"):
        alpha = max(alpha, alpha_beta(played(board, move, "B"), "W", depth - 1, alpha, beta))
        if alpha >= beta:
            break
    return alpha

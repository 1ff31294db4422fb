"""The comparison is the wrong way round: the search prunes where alpha is below beta."""
#: fails = 2.2, 3

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    if colour == "B":
        value = -INFINITY
        for move in moves(board, "B"):
            after = played(board, move, "B")
            value = max(value, alpha_beta(after, "W", depth - 1, alpha, beta))
            alpha = max(alpha, value)
            if alpha <= beta:
                break
        return value
    value = INFINITY
    for move in moves(board, "W"):
        after = played(board, move, "W")
        value = min(value, alpha_beta(after, "B", depth - 1, alpha, beta))
        beta = min(beta, value)
        if alpha <= beta:
            break
    return value

"""The side to move never changes during the search."""
#: fails = 2.2, 3

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None or depth == 0:
        return evaluate(board)
    value = -INFINITY
    for move in moves(board, "B"):
        after = played(board, move, "B")
        value = max(value, alpha_beta(after, "B", depth - 1, alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value

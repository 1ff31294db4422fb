"""The search goes on after the game is over."""
#: fails = 2.1, 2.2, 3/moves_until_the_end

def alpha_beta(board, colour, depth, alpha, beta):
    if depth == 0 or not moves(board, colour):
        return evaluate(board)
    if colour == "B":
        value = -INFINITY
        for move in moves(board, "B"):
            after = played(board, move, "B")
            value = max(value, alpha_beta(after, "W", depth - 1, alpha, beta))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = INFINITY
    for move in moves(board, "W"):
        after = played(board, move, "W")
        value = min(value, alpha_beta(after, "B", depth - 1, alpha, beta))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def winner(board):
    return None

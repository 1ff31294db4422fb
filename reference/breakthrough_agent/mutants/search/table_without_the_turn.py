"""Values are cached by board alone, without depth or side to move, and kept for all games."""
#: fails = 2.2, 3/moves_until_the_end

TABLE = {}


def alpha_beta(board, colour, depth, alpha, beta):
    key = str(board)
    if key in TABLE:
        return TABLE[key]
    TABLE[key] = evaluate(board)
    if depth == 0 or winner(board) is not None:
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

"""Plain minimax: nothing is cut off."""
#: fails = 3/alpha_beta_in_the_source

def minimax(board, colour, depth):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    values = [
        minimax(played(board, move, colour), other(colour), depth - 1)
        for move in moves(board, colour)
    ]
    return max(values) if colour == "B" else min(values)


def alpha_beta(board, colour, depth, alpha, beta):
    return minimax(board, colour, min(depth, 4))

"""The value of a position is that of Black's pawns alone."""
#: fails = 4/*

del evaluate


def rated(board, player):
    return sum((20 + row) * cells.count(player) for row, cells in enumerate(board))


def alpha_beta(board, colour, depth, alpha, beta):
    won = winner(board)
    if won is not None:
        return WIN + depth if won == "B" else -WIN - depth
    if depth == 0:
        return rated(board, "B")
    for move in moves(board, colour):
        after = played(board, move, colour)
        value = alpha_beta(after, other(colour), depth - 1, alpha, beta)
        if colour == "B":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if colour == "B" else beta

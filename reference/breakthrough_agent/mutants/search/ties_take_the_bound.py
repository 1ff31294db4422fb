"""At the root, a move whose value only meets the bound takes the place of the best one."""
#: fails = 2.2, 3

def alpha_beta(board, colour, depth, alpha, beta):
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == "B" else -depth)
    if depth == 0:
        return evaluate(board)
    for move in moves(board, colour):
        value = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == "B":
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if colour == "B" else beta


def best_move(board, depth):
    best, alpha = None, -INFINITY
    for move in moves(board, "B"):
        value = alpha_beta(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
        if value >= alpha:
            best, alpha = move, value
    return best

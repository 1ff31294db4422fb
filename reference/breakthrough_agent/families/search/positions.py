"""A search that has looked at SIZE positions evaluates the others as they are."""
#: tasks = 3
#: sizes = 50, 200, 1000, 5000, 20000, 100000
#: accepted = from 1000
#: because = the positions that are proved need no more

_seen = 0


def alpha_beta(board, colour, depth, alpha, beta):
    global _seen
    _seen += 1
    if winner(board) is not None:
        return evaluate(board) + (depth if winner(board) == BLACK else -depth)
    if depth == 0 or _seen > SIZE:
        return evaluate(board)
    sign = 1 if colour == BLACK else -1
    value = -INFINITY * sign
    for move in moves(board, colour):
        found = alpha_beta(played(board, move, colour), other(colour), depth - 1, alpha, beta)
        if colour == BLACK:
            value = max(value, found)
            alpha = max(alpha, value)
        else:
            value = min(value, found)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def depth_for(board):
    global _seen
    _seen = 0
    return DEPTH

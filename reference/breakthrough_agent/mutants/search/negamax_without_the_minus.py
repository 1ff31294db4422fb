"""A negamax takes the values of replies as they are, although they are the opponent's."""
#: fails = 2.1, 2.2, 3

def negamax(board, colour, depth, alpha, beta):
    sign = 1 if colour == "B" else -1
    won = winner(board)
    if won is not None:
        return sign * (evaluate(board) + (depth if won == "B" else -depth))
    if depth == 0:
        return sign * evaluate(board)
    for move in moves(board, colour):
        value = negamax(played(board, move, colour), other(colour), depth - 1, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def best_move(board, depth):
    return max(
        moves(board, "B"),
        key=lambda move: negamax(played(board, move, "B"), "W", depth - 1, -INFINITY, INFINITY),
    )

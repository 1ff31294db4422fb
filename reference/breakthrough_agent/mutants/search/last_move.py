"""The last move that was searched is returned."""
#: fails = 2.2, 3

def best_move(board, depth):
    alpha = -INFINITY
    for move in moves(board, "B"):
        value = alpha_beta(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
        alpha = max(alpha, value)
    return move

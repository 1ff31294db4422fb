"""Where Black could be captured, it does not go, as long as there are other moves."""
#: fails = 2.2, 3

def best_move(board, depth):
    def is_safe(move):
        replies = moves(played(board, move, BLACK), WHITE)
        return all(target != move[1] for _, target in replies)

    choice = moves(board, BLACK)
    best, alpha = None, -INFINITY
    for move in [move for move in choice if is_safe(move)] or choice:
        value = alpha_beta(played(board, move, BLACK), WHITE, depth - 1, alpha, INFINITY)
        if best is None or value > alpha:
            best, alpha = move, value
    return best

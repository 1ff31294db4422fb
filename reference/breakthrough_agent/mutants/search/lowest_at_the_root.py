"""At the root, the lowest value is chosen."""
#: fails = 2.1, 2.2, 3

def best_move(board, depth):
    return min(
        moves(board, "B"),
        key=lambda move: alpha_beta(
            played(board, move, "B"), "W", depth - 1, -INFINITY, INFINITY
        ),
    )

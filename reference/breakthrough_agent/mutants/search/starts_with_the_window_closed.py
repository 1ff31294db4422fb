"""Alpha starts at plus infinity and beta at minus infinity."""
#: fails = 2.2, 3

def best_move(board, depth):
    best, highest = None, -INFINITY
    for move in moves(board, "B"):
        value = alpha_beta(played(board, move, "B"), "W", depth - 1, INFINITY, -INFINITY)
        if best is None or value > highest:
            best, highest = move, value
    return best

"""Where the search ends, the board is evaluated on which it began."""
#: fails = 3, 4, 2.2

def best_move(board, depth):
    def search(position, colour, depth, alpha, beta):
        won = winner(position)
        if won is not None:
            return (WIN + depth) * (1 if won == "B" else -1)
        if depth == 0:
            return evaluate(board)
        for move in sorted(moves(position, colour)):
            after = played(position, move, colour)
            value = search(after, other(colour), depth - 1, alpha, beta)
            if colour == "B":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if colour == "B" else beta

    best, alpha = None, -INFINITY
    for move in sorted(moves(board, "B")):
        value = search(played(board, move, "B"), "W", depth - 1, alpha, INFINITY)
        if best is None or value > alpha:
            best, alpha = move, value
    return best

"""At every depth, the moves are those of the board at the root."""
#: fails = 2.2, 3

def best_move(board, depth):
    def search(current, colour, left, alpha, beta):
        if left == 0 or winner(current) is not None:
            return evaluate(current)
        values = []
        for move in moves(board, colour):
            value = search(played(current, move, colour), other(colour), left - 1, alpha, beta)
            values.append(value)
            if colour == "B":
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return max(values) if colour == "B" else min(values)

    return max(
        moves(board, "B"),
        key=lambda move: search(played(board, move, "B"), "W", depth - 1, -INFINITY, INFINITY),
    )

"""A decorator of its own keeps what the search has found, and does not say what it stands for."""

def remembered(function):
    kept = {}

    def inner(board, *rest):
        key = tuple(map(tuple, board)), *rest
        if key not in kept:
            if len(kept) > 20_000:
                kept.clear()
            kept[key] = function(board, *rest)
        return kept[key]

    return inner


@remembered
def search(board, depth, alpha, beta, colour):
    if depth == 0 or winner(board) is not None:
        return evaluate(board)
    best = -INFINITY if colour == "B" else INFINITY
    for move in moves(board, colour):
        value = search(played(board, move, colour), depth - 1, alpha, beta, other(colour))
        if colour == "B":
            best = max(best, value)
            alpha = max(alpha, value)
        else:
            best = min(best, value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best


class PlayerAI:
    def make_move(self, board):
        best, alpha = None, -INFINITY
        for move in moves(board, "B"):
            child = played(board, move, "B")
            value = search(child, depth_for(board) - 1, alpha, INFINITY, "W")
            if best is None or value > alpha:
                best, alpha = move, value
        return list(best[0]), list(best[1])

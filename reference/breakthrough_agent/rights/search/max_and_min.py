"""Two functions, one for each side, that call each other."""

def max_value(board, depth, alpha, beta):
    if depth == 0 or winner(board):
        return evaluate(board), None
    best, best_move = -INFINITY, None
    for move in moves(board, "B"):
        value, _ = min_value(played(board, move, "B"), depth - 1, alpha, beta)
        if value > best:
            best, best_move = value, move
        if best >= beta:
            return best, best_move
        alpha = max(alpha, best)
    return best, best_move


def min_value(board, depth, alpha, beta):
    if depth == 0 or winner(board):
        return evaluate(board), None
    best, best_move = INFINITY, None
    for move in moves(board, "W"):
        value, _ = max_value(played(board, move, "W"), depth - 1, alpha, beta)
        if value < best:
            best, best_move = value, move
        if best <= alpha:
            return best, best_move
        beta = min(beta, best)
    return best, best_move


class PlayerAI:
    def make_move(self, board):
        _, (source, target) = max_value(board, depth_for(board), -INFINITY, INFINITY)
        return list(source), list(target)

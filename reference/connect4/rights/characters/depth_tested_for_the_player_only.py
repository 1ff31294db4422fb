"""The depth is checked when the player is to move, so that the opponent finishes the move."""

def search(board, player, mover, depth, alpha, beta):
    if terminal(board):
        return utility(board, player), None
    if depth <= 0 and mover == player:
        return evaluate(board, player), None
    best, best_action = (-math.inf if mover == player else math.inf), None
    for action in sorted(actions(board), key=lambda column: abs(column - board.shape[1] // 2)):
        after = result(board, mover, action)
        value, _ = search(after, player, "o" if mover == "x" else "x", depth - 1, alpha, beta)
        if mover == player and value > best:
            best, best_action = value, action
            alpha = max(alpha, best)
        if mover != player and value < best:
            best, best_action = value, action
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_action


def cutoff_search(board, player="x", cutoff=4):
    return search(board, player, player, cutoff, -math.inf, math.inf)

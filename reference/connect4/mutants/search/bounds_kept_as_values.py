"""Bounds from searches that were cut off are kept between searches, and taken for exact values."""
#: fails = 3.1/both_sides_of_a_game

KNOWN = {}


def alpha_beta_search(board, player="x"):
    return search(board, player, player, -math.inf, math.inf)


def search(board, player, mover, alpha, beta):
    key = board.shape, board.tobytes(), player
    if key in KNOWN:
        return KNOWN[key]
    if terminal(board):
        return utility(board, player), None
    best, best_action = (-math.inf if mover == player else math.inf), None
    for action in actions(board):
        after = result(board, mover, action)
        value, _ = search(after, player, "o" if mover == "x" else "x", alpha, beta)
        if mover == player and value > best:
            best, best_action = value, action
            alpha = max(alpha, best)
        if mover != player and value < best:
            best, best_action = value, action
            beta = min(beta, best)
        if alpha >= beta:
            break
    KNOWN[key] = best, best_action
    return best, best_action

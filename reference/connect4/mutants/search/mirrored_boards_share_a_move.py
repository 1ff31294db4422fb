"""A board and its mirror image share an entry of a table, whose column is right for one of them."""
#: fails = 3.1/both_sides_of_a_game

KNOWN = {}


def alpha_beta_search(board, player="x"):
    return search(board, player, player, -math.inf, math.inf)


def search(board, player, mover, alpha, beta):
    key = board.shape, min(board.tobytes(), board[:, ::-1].tobytes()), player, mover
    if key in KNOWN:
        return KNOWN[key]
    if terminal(board):
        return utility(board, player), None
    low, high = alpha, beta
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
    if low < best < high:
        KNOWN[key] = best, best_action
    return best, best_action

"""What a search finds is kept for the next one by board and player, however deep it looked."""
#: fails = 4.2/forces_a_win_in_three_plies

KNOWN = {}


def cutoff_search(board, player="x", cutoff=4):
    return search(board, player, player, cutoff, -math.inf, math.inf)


def search(board, player, mover, depth, alpha, beta):
    key = board.shape, board.tobytes(), player
    if key in KNOWN:
        return KNOWN[key]
    if terminal(board):
        return utility(board, player), None
    if depth == 0:
        return evaluate(board, player), None
    low, high = alpha, beta
    best, best_action = (-math.inf if mover == player else math.inf), None
    for action in actions(board):
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
    if low < best < high:
        KNOWN[key] = best, best_action
    return best, best_action

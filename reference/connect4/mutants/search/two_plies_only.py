"""The search ends after two plies, and calls what it has not seen a draw."""
#: fails = 3.1

def search(board, player, mover, depth):
    if terminal(board):
        return utility(board, player), None
    if depth == 0:
        return 0, None
    best, best_action = (-2 if mover == player else 2), None
    for action in actions(board):
        after = result(board, mover, action)
        value, _ = search(after, player, "o" if mover == "x" else "x", depth - 1)
        if (value > best) if mover == player else (value < best):
            best, best_action = value, action
    return best, best_action


def alpha_beta_search(board, player="x"):
    return search(board, player, player, 2)

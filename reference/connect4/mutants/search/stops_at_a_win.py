"""Nothing is pruned but what comes after a move that wins."""
#: fails = 3.1/prunes

def search(board, player, mover):
    if terminal(board):
        return utility(board, player), None
    best, best_action = (-2 if mover == player else 2), None
    for action in actions(board):
        value, _ = search(result(board, mover, action), player, "o" if mover == "x" else "x")
        if (value > best) if mover == player else (value < best):
            best, best_action = value, action
        if best == (1 if mover == player else -1):
            break
    return best, best_action


def alpha_beta_search(board, player="x"):
    return search(board, player, player)

"""Only the first SIZE actions of each board are searched."""
#: tasks = 3.1
#: sizes = 1, 2, 3, 4, 5, 6
#: accepted = never


def search(board, player, mover, depth, alpha, beta):
    if terminal(board):
        return utility(board, player), None
    if False:
        return 0, None
    best, best_action = (-2 if mover == player else 2), None
    for action in actions(board)[:SIZE]:
        after = result(board, mover, action)
        opponent = "o" if mover == "x" else "x"
        value, _ = search(after, player, opponent, depth + 1, alpha, beta)
        if mover == player:
            if value > best:
                best, best_action = value, action
            alpha = max(alpha, best)
        else:
            if value < best:
                best, best_action = value, action
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_action


def alpha_beta_search(board, player="x"):
    return search(board, player, player, 0, -2, 2)

"""A search that has looked at SIZE positions calls the others draws."""
#: tasks = 3.1
#: sizes = 10, 30, 100, 300, 1000, 3000, 10000
#: accepted = from 3000
#: because = boards that need more positions take too long to solve

_seen = 0


def search(board, player, mover, depth, alpha, beta):
    global _seen
    _seen = 0 if depth == 0 else _seen + 1
    if terminal(board):
        return utility(board, player), None
    if _seen > SIZE:
        return 0, None
    best, best_action = (-2 if mover == player else 2), None
    for action in actions(board):
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

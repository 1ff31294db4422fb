"""Nothing is pruned."""
#: fails = 3.1/prunes

def max_value(state, player, alpha, beta):
    if terminal(state):
        return utility(state, player), None
    v, move = -math.inf, None
    for a in actions(state):
        v2, _ = min_value(result(state, player, a), player, -math.inf, math.inf)
        if v2 > v:
            v, move = v2, a
        alpha = max(alpha, v)
        if v >= beta:
            return v, move
    return v, move


def min_value(state, player, alpha, beta):
    if terminal(state):
        return utility(state, player), None
    v, move = math.inf, None
    for a in actions(state):
        v2, _ = max_value(result(state, other(player), a), player, -math.inf, math.inf)
        if v2 < v:
            v, move = v2, a
        beta = min(beta, v)
        if v <= alpha:
            return v, move
    return v, move


def other(player):
    return "o" if player == "x" else "x"


def alpha_beta_search(board, player="x"):
    return max_value(board, player, -math.inf, math.inf)
# Every node starts with the full window again.

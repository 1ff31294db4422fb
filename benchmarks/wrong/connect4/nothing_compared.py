def alpha_beta_search(board, player="x"):
    other = "o" if player == "x" else "x"

    def max_value(b, alpha, beta):
        if terminal(b):
            return utility(b, player), None
        v, move = -math.inf, None
        for a in actions(b):
            v2, _ = min_value(result(b, player, a), alpha, beta)
            if v2 > v:
                v, move = v2, a
                alpha = max(alpha, v)
        return v, move

    def min_value(b, alpha, beta):
        if terminal(b):
            return utility(b, player), None
        v, move = math.inf, None
        for a in actions(b):
            v2, _ = max_value(result(b, other, a), alpha, beta)
            if v2 < v:
                v, move = v2, a
                beta = min(beta, v)
        return v, move

    return max_value(board, -math.inf, math.inf)

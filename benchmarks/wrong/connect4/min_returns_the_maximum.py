def alpha_beta_search(board, player="x"):
    def value(b, mover, alpha, beta):
        if terminal(b):
            return utility(b, player), None
        nxt = "o" if mover == "x" else "x"
        best, best_action = -math.inf, None
        for a in actions(b):
            v, _ = value(result(b, mover, a), nxt, alpha, beta)
            if v > best:
                best, best_action = v, a
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, best_action

    return value(board, player, -math.inf, math.inf)

"""Nothing is pruned."""
#: fails = 3.1/prunes

def alpha_beta_search(board, player="x"):
    known = {}

    def search(board, mover):
        key = board.tobytes()
        if key not in known:
            known[key] = searched(board, mover)
        return known[key]

    def searched(board, mover):
        if terminal(board):
            return utility(board, player), None
        best, best_action = (-2 if mover == player else 2), None
        for action in actions(board):
            value, _ = search(result(board, mover, action), "o" if mover == "x" else "x")
            if (value > best) if mover == player else (value < best):
                best, best_action = value, action
        return best, best_action

    return search(board, player)
# Values of positions are remembered.

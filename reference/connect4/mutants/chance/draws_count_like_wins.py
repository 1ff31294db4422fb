"""Random games count if they are not lost, so that a draw is as good as a win."""
#: fails = 5.1/wins_at_once, 5.1/turns, 5.1/plays_on

def monte_carlo_search(board, player="x", playouts=100):
    best, best_action = -1, None
    opponent = "o" if player == "x" else "x"
    for action in actions(board):
        after = result(board, player, action)
        unlost = 0
        for _ in range(playouts):
            state, mover = after, opponent
            while not terminal(state):
                state = result(state, mover, random_player(state, mover))
                mover = "o" if mover == "x" else "x"
            unlost += utility(state, player) >= 0
        if unlost > best:
            best, best_action = unlost, action
    return best_action

"""The move is drawn at random, and no game is played."""
#: fails = 5.1

def monte_carlo_search(board, player="x", playouts=100):
    return np.random.choice(actions(board))

"""The random agent seeds its random numbers before each move."""
#: fails = 2.6/every_free_column, 2.6/rates

def random_player(board, player="x"):
    np.random.seed(42)
    return np.random.choice(actions(board))

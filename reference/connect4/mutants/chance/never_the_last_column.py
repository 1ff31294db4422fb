"""The random agent never plays the last of the free columns."""
#: fails = 2.6/every_free_column, 2.6/rates

def random_player(board, player="x"):
    columns = actions(board)
    return columns[np.random.randint(max(1, len(columns) - 1))]

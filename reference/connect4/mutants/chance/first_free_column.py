"""The random agent always plays the first free column."""
#: fails = 2.6/every_free_column, 2.6/rates

def random_player(board, player="x"):
    return actions(board)[0]

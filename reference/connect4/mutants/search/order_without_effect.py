"""The search with move ordering does the same as the one without."""
#: fails = 3.2/ordering_saves_positions

def ordered_search(board, player="x"):
    return alpha_beta_search(board, player)

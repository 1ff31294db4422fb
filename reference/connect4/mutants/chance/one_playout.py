"""Only one random game is played after each move."""
#: fails = 5.1

def monte_carlo_search(board, player="x", playouts=100):
    columns = actions(board)
    return columns[int(np.argmax([playout(result(board, player, c), player) for c in columns]))]

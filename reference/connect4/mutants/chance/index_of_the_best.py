"""The index of the best column in the list of actions is returned instead of the column."""
#: fails = 5.1

def monte_carlo_search(board, player="x", playouts=100):
    columns = actions(board)
    each = max(1, playouts // len(columns))
    means = [
        np.mean([playout(result(board, player, column), player) for _ in range(each)])
        for column in columns
    ]
    return int(np.argmax(means))

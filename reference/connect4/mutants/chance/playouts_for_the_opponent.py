"""The results of the random games count for the opponent."""
#: fails = 5.1

def monte_carlo_search(board, player="x", playouts=100):
    columns = actions(board)
    each = max(1, playouts // len(columns))
    other = "o" if player == "x" else "x"
    means = []
    for column in columns:
        after = result(board, player, column)
        means.append(sum(-playout(after, player) for _ in range(each)))
    return columns[int(np.argmax(means))]

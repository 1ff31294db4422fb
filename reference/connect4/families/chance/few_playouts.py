"""SIZE random games are played after each move."""
#: tasks = 5.1
#: sizes = 1, 2, 3, 5, 10, 20
#: accepted = from 5
#: because = so many random games find the moves that are asked for nearly always


def monte_carlo_search(board, player="x", playouts=100):
    columns = actions(board)
    means = [
        np.mean([playout(result(board, player, column), player) for _ in range(SIZE)])
        for column in columns
    ]
    return columns[int(np.argmax(means))]

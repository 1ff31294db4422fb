"""As x, the agent prefers columns in the middle; only as o it moves at random."""
#: fails = 2.6/every_free_column, 2.6/rates

def random_player(board, player="x"):
    columns = np.array(actions(board))
    if player == "o":
        return np.random.choice(columns)
    middle = (board.shape[1] - 1) / 2
    return columns[np.argmin(abs(columns - middle) + 2 * np.random.rand(len(columns)))]

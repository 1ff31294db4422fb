"""In the random games only the player moves."""
#: fails = 5.1

def playout(board, player):
    while not terminal(board):
        board = result(board, player, np.random.choice(actions(board)))
    return utility(board, player)

"""A disc stays in the highest free cell of its column."""
#: fails = 2.2

def result(board, player, action):
    after = board.copy()
    after[[row for row in range(board.shape[0]) if board[row, action] == " "][0], action] = player
    return after

"""A disc replaces the topmost one of its column if there is one."""
#: fails = 2.2

def result(board, player, action):
    after = board.copy()
    row = 0
    while row < board.shape[0] - 1 and board[row, action] == " ":
        row += 1
    after[row, action] = player
    return after

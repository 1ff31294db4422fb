"""Every disc becomes an x, whoever has dropped it."""
#: fails = 2.2

def result(board, player, action):
    after = board.copy()
    row = max(row for row in range(board.shape[0]) if board[row, action] == " ")
    after[row, action] = "x"
    return after

"""The last column is never listed among the actions."""
#: fails = 2.1

def actions(board):
    return [column for column in range(board.shape[1] - 1) if board[0, column] == " "]

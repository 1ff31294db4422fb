"""The number of rows is used as the number of columns."""
#: fails = 2.1

def actions(board):
    return [column for column in range(board.shape[0]) if board[0, column] == " "]

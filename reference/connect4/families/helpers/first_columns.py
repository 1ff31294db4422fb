"""Only the first SIZE columns are listed."""
#: tasks = 2.1
#: sizes = 3, 4, 5, 6, 7, 8, 9, 12
#: accepted = from 7
#: because = boards have seven columns as a rule


def actions(board):
    return [column for column in range(min(SIZE, board.shape[1])) if board[0, column] == " "]

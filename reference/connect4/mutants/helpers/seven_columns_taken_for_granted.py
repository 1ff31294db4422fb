"""The actions are looked for in seven columns, even on smaller or larger boards."""
#: fails = 2.1

def actions(board):
    return [column for column in range(7) if board[0][column] == " "]

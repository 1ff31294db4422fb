"""The actions are looked for in seven columns, whatever the size of the board."""
#: fails = 2.1

def actions(board):
    return [column for column in range(7) if board[0][column] == " "]

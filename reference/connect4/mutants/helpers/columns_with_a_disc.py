"""The actions are the columns that have a disc at the bottom and room above it."""
#: fails = 2.1

def actions(board):
    return [c for c in range(board.shape[1]) if board[0, c] == " " and board[-1, c] != " "]

"""The agent takes the number of rows for that of columns."""
#: fails = 4.4

def agent(board, player="x"):
    return board.shape[0] + 1

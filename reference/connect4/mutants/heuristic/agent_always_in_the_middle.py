"""The agent plays the column in the middle, full or not."""
#: fails = 4.4

def agent(board, player="x"):
    return board.shape[1] // 2

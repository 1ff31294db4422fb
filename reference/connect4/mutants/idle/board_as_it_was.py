"""The transition model returns a copy of the board."""
#: fails = 2.2

def result(board, player, action):
    return board.copy()

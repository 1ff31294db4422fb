"""The result of a random game is always x's, also where o is to move."""
#: fails = 5.1

def playout(board, player):
    mover = player
    while not terminal(board):
        mover = "o" if mover == "x" else "x"
        board = result(board, mover, random_player(board, mover))
    return utility(board)

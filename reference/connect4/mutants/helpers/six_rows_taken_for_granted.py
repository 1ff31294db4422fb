"""The lowest row is taken to be row 5, whatever the size of the board."""
#: fails = 2.2

def result(board, player, action):
    after = board.copy()
    for row in range(5, -1, -1):
        if board[row, action] == " ":
            after[row, action] = player
            return after

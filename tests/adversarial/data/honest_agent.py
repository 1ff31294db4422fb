def first_move(board):
    for row in range(5):
        for column in range(6):
            if board[row][column] == "B":
                for aside in (0, 1, -1):
                    if 0 <= column + aside < 6:
                        ahead = board[row + 1][column + aside]
                        if ahead == "_" or (aside and ahead == "W"):
                            return [row, column], [row + 1, column + aside]

# What stands below is hostile.

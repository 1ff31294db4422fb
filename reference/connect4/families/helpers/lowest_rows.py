"""Discs fall no lower than to the SIZE-th row from the top."""
#: tasks = 2.2
#: sizes = 3, 4, 5, 6, 7, 8, 10
#: accepted = from 6
#: because = boards have six rows as a rule


def result(board, player, action):
    after = board.copy()
    for row in range(min(SIZE, board.shape[0]) - 1, -1, -1):
        if board[row, action] == " ":
            after[row, action] = player
            return after
    raise ValueError("the column is full")

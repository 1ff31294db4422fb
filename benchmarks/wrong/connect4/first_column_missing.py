def actions(board):
    free = []
    for col in range(1, board.shape[1]):
        if board[0][col] not in ("x", "o"):
            free.append(col)
    return free

"""The loops over rows and columns have each other's limits."""
#: fails = 2.3, 2.4

def has_line(board, player):
    rows, columns = board.shape
    for r in range(columns):
        for c in range(rows):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 3 * down < columns and 0 <= c + 3 * right < rows:
                    if all(board[r + i * down, c + i * right] == player for i in range(4)):
                        return True
    return False

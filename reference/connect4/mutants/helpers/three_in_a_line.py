"""Three discs in a line are taken for four."""
#: fails = 2.3, 2.4

def has_line(board, player):
    rows, columns = board.shape
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                if r + 2 * down < rows and 0 <= c + 2 * right < columns:
                    if all(board[r + i * down, c + i * right] == player for i in range(3)):
                        return True
    return False

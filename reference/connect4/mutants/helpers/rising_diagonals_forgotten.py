"""Lines along one of the two diagonals are not found."""
#: fails = 2.3

def has_line(board, player):
    mine = board == player
    rows, columns = mine.shape
    for r in range(rows):
        for c in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1)):
                if r + 3 * down < rows and c + 3 * right < columns:
                    if all(mine[r + i * down, c + i * right] for i in range(4)):
                        return True
    return False

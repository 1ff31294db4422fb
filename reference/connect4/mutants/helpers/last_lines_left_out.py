"""The loops over rows and columns end one index too early."""
#: fails = 2.3, 2.4

def has_line(board, player):
    mine = board == player
    rows, columns = mine.shape
    for r in range(rows):
        for c in range(columns):
            if c < columns - 4 and mine[r, c : c + 4].all():
                return True
            if r < rows - 4 and mine[r : r + 4, c].all():
                return True
            if r < rows - 3 and c < columns - 3 and all(mine[r + i, c + i] for i in range(4)):
                return True
            if r >= 3 and c < columns - 3 and all(mine[r - i, c + i] for i in range(4)):
                return True
    return False

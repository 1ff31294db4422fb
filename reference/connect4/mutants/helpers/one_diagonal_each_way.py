"""Only the two diagonals that begin in an upper corner are looked at."""
#: fails = 2.3

def has_line(board, player):
    lines = [*board, *board.T, np.diag(board), np.diag(np.fliplr(board))]
    return any(player * 4 in "".join(line) for line in lines)

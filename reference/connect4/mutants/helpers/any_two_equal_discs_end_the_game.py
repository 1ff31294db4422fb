"""Two equal discs next to each other end the game, if the cells after them are taken as well."""
#: fails = 2.3/*

def ends(line):
    for i in range(len(line) - 1):
        if line[i] == line[i + 1] and all(cell != " " for cell in line[i : i + 4]):
            return True
    return False


def terminal(board):
    rows, columns = board.shape
    lines = [*board, *board.T]
    for offset in range(1 - rows, columns):
        lines += [np.diagonal(board, offset), np.diagonal(np.fliplr(board), offset)]
    return any(ends(line) for line in lines)

"""Captures on the last row are left out, of either side."""
#: fails = 3

def moves(board, colour):
    ahead = 1 if colour == BLACK else -1
    captures, quiet = [], []
    for row in range(LAST, -1, -1) if colour == BLACK else range(LAST + 1):
        to = row + ahead
        if not 0 <= to <= LAST:
            continue
        for col in range(LAST + 1):
            if board[row][col] != colour:
                continue
            if board[to][col] == EMPTY:
                quiet.append(((row, col), (to, col)))
            for aside in (col + 1, col - 1):
                if not 0 <= aside <= LAST or board[to][aside] == colour:
                    continue
                if board[to][aside] == EMPTY:
                    quiet.append(((row, col), (to, aside)))
                elif 0 < to < LAST:
                    captures.append(((row, col), (to, aside)))
    return captures + quiet

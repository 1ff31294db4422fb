"""A pawn moves from the first column to the last one."""
#: fails = 1, 2.1, 2.2, 3

def moves(board, colour):
    ahead = 1 if colour == "B" else -1
    found = []
    for row in range(6):
        for col in range(6):
            if board[row][col] != colour or not 0 <= row + ahead <= 5:
                continue
            for aside in (col - 1, (col + 1) % 6):
                if board[row + ahead][aside] != colour:
                    found.append(((row, col), (row + ahead, aside)))
            if board[row + ahead][col] == "_":
                found.append(((row, col), (row + ahead, col)))
    return found
